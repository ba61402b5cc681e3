import { randomInt } from 'node:crypto';
import type { Route } from '../../src/platform/http/index.ts';
import { selfSigned } from '../certificates.ts';
import type { Reply } from '../client.ts';
import { sesRelay, startFakeSes } from '../fake-ses.ts';
import { startFakeSns } from '../fake-sns.ts';
import { startFakeStripe } from '../fake-stripe.ts';
import type { ProjectFixture } from './project-fixture.ts';

export interface MatrixRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Sent instead of a JSON body, to routes that take a file. */
  form?: FormData;
  /** Sent besides the credentials. */
  headers?: Record<string, string>;
}

/** A valid request, built anew for each try; keyed by `GET /contacts/:id`. */
export type Requests = Readonly<Record<string, (fixture: ProjectFixture) => Promise<MatrixRequest>>>;

export const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/** The credentials of the project's owner for a route of each access class. */
export function ownersHeaders(route: Route, { project }: ProjectFixture): Record<string, string> {
  const isClosedToKeys = route.role !== undefined && route.role !== 'MEMBER' && !route.isOpenToKeys;
  switch (route.access) {
    case 'none':
      return {};
    case 'public':
      return { authorization: `Bearer ${project.publicKey}` };
    case 'secret':
      if (isClosedToKeys) return { ...project.owner.headers, 'x-project-id': project.id };
      return { authorization: `Bearer ${project.secretKey}` };
    default:
      return project.owner.headers;
  }
}

export function pathOf(route: Route, { params = {}, query = {} }: MatrixRequest): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Sends a request of a route. Each comes from an address of its own, so that limits per address have no effect. */
export function send(
  route: Route,
  fixture: ProjectFixture,
  request: MatrixRequest,
  headers: Record<string, string> = ownersHeaders(route, fixture),
): Promise<Reply> {
  return fixture.app.anyone.send({
    method: route.method,
    path: pathOf(route, request),
    body: request.form ?? request.body,
    headers: { 'x-forwarded-for': newAddress(), ...request.headers, ...headers },
  });
}

/** A fake of Amazon SNS, whose signed notices one route accepts. Settings need its port before an app starts. */
export const matrixSns = await startFakeSns();

/** A fake of Stripe, with which projects may have subscriptions. */
export const matrixStripe = await startFakeStripe();

/** A fake of Amazon SES, at which sender domains are registered. */
const matrixSes = await startFakeSes(selfSigned());

/** Settings for an app that the matrix runs against: one trusted proxy, so that a request can name its address. */
export const matrixSettings = {
  TRUSTED_PROXIES: '1',
  DNS_RESOLVERS: '127.0.0.1:9',
  MAX_PROJECTS_PER_USER: '1000',
  MAIL_RELAYS: JSON.stringify([{ ...sesRelay, endpoint: matrixSes.endpoint, ca: matrixSes.ca }]),
  SES_SNS_TOPIC_ARNS: matrixSns.topic,
  SNS_STAND_IN: matrixSns.setting,
  ...matrixStripe.settings,
  OAUTH_PROVIDERS: JSON.stringify([
    { id: 'corp', name: 'Unreachable', issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x' },
  ]),
} as const;
