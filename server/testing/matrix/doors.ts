import { randomUUID } from 'node:crypto';
import type { Role, Route } from '../../src/platform/http/index.ts';
import type { TestReply } from '../client.ts';
import type { MatrixRequest } from './request.ts';
import type { Scene } from './scene.ts';
import { slotsOf, withId } from './slots.ts';

/** The scenes that callers come from. */
export interface Doors {
  readonly own: Scene;
  readonly stranger: Scene;
  /** Its keys, as the scene knows them, were replaced. */
  readonly rotated: Scene;
  readonly disabled: Scene;
}

/** What the door says: come in, or one refusal. */
export type Verdict = 'in' | `${401 | 403 | 404 | 400} ${string}`;

export interface Caller {
  readonly says: string;
  /** Whose project the request names. */
  readonly project: keyof Doors;
  headers(doors: Doors): Promise<Record<string, string>>;
  verdict(route: Route): Verdict;
}

const badKey = '401 INVALID_API_KEY';
const noSession = '401 UNAUTHORIZED';
const rank: Record<Role, number> = { MEMBER: 1, ADMIN: 2, OWNER: 3 };

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const isRead = ({ method }: Route): boolean => method === 'GET';

/** What a route of each class says; a class that is not named refuses as if there were no key. Default deny. */
const byClass =
  (verdicts: Partial<Record<Route['access'], Verdict | ((route: Route) => Verdict)>>) =>
  (route: Route): Verdict => {
    if (route.access === 'none') return 'in';
    const told = verdicts[route.access] ?? badKey;
    return typeof told === 'function' ? told(route) : told;
  };

const needsRole =
  (role: Role) =>
  (route: Route): Verdict =>
    rank[role] >= rank[route.role ?? 'MEMBER'] ? 'in' : '403 FORBIDDEN ROLE_TOO_LOW';

const withRole = (role: Role): Caller => ({
  says: `a session of role ${role}`,
  project: 'own',
  async headers({ own: { app, project } }) {
    const { headers } = role === 'OWNER' ? project.owner : await app.given.member(project, role);
    return { ...headers, 'x-project-id': project.id };
  },
  verdict: byClass({ secret: needsRole(role), member: needsRole(role), session: 'in' }),
});

const whenDisabled = (route: Route): Verdict =>
  isRead(route) || route.isAllowedWhenDisabled ? 'in' : '403 PROJECT_DISABLED';

/** Everybody who may knock, and what each class of route answers them (D-101 to D-108). */
export const callers: readonly Caller[] = [
  {
    says: 'nobody',
    project: 'own',
    headers: async () => ({}),
    verdict: byClass({ session: noSession, member: noSession }),
  },
  { says: 'a garbage key', project: 'own', headers: async () => bearer('sk_garbage'), verdict: byClass({}) },
  {
    says: 'the public key',
    project: 'own',
    headers: async ({ own }) => bearer(own.project.publicKey),
    verdict: byClass({ public: 'in' }),
  },
  {
    says: 'the secret key',
    project: 'own',
    headers: async ({ own }) => bearer(own.project.secretKey),
    verdict: byClass({ secret: (route) => (route.keysMay ? 'in' : needsRole('MEMBER')(route)) }),
  },
  {
    says: 'a public key that was replaced',
    project: 'rotated',
    headers: async ({ rotated }) => bearer(rotated.project.publicKey),
    verdict: byClass({}),
  },
  {
    says: 'a secret key that was replaced',
    project: 'rotated',
    headers: async ({ rotated }) => bearer(rotated.project.secretKey),
    verdict: byClass({}),
  },
  {
    says: 'a session that does not exist',
    project: 'own',
    headers: async () => ({ cookie: 'session=dead', 'sec-fetch-site': 'same-origin' }),
    verdict: byClass({ secret: noSession, session: noSession, member: noSession }),
  },
  {
    says: 'a session without a project',
    project: 'own',
    headers: async ({ own }) => own.project.owner.headers,
    verdict: byClass({
      secret: (route) => (route.projectParam ? 'in' : '400 BAD_REQUEST X-Project-Id'),
      session: 'in',
      member: 'in',
    }),
  },
  {
    says: "a session with a stranger's project",
    project: 'stranger',
    async headers({ own, stranger }) {
      return { ...own.project.owner.headers, 'x-project-id': stranger.project.id };
    },
    verdict: byClass({
      secret: '404 RESOURCE_NOT_FOUND project',
      session: 'in',
      member: '404 RESOURCE_NOT_FOUND project',
    }),
  },
  withRole('OWNER'),
  withRole('ADMIN'),
  withRole('MEMBER'),
  {
    says: 'a session from another site',
    project: 'own',
    async headers({ own: { project } }) {
      return { ...project.owner.headers, 'sec-fetch-site': 'cross-site', 'x-project-id': project.id };
    },
    verdict: (route) =>
      byClass({ secret: elsewhere(route), session: elsewhere(route), member: elsewhere(route) })(route),
  },
  {
    says: 'the public key of a disabled project',
    project: 'disabled',
    headers: async ({ disabled }) => bearer(disabled.project.publicKey),
    verdict: byClass({ public: '403 PROJECT_DISABLED' }),
  },
  {
    says: 'the secret key of a disabled project',
    project: 'disabled',
    headers: async ({ disabled }) => bearer(disabled.project.secretKey),
    verdict: byClass({ secret: '403 PROJECT_DISABLED' }),
  },
  {
    says: 'a session in a disabled project',
    project: 'disabled',
    async headers({ disabled: { project } }) {
      return { ...project.owner.headers, 'x-project-id': project.id };
    },
    verdict: byClass({ secret: whenDisabled, member: whenDisabled, session: 'in' }),
  },
];

const elsewhere = (route: Route): Verdict => (isRead(route) ? 'in' : '403 FORBIDDEN ORIGIN_REFUSED');

/** What an answer says about the door: the refusal, or that it opened. */
export function toldByDoor({ status, body }: TestReply): Verdict {
  const { code, details = {} } = body?.error ?? {};
  const told = [
    status,
    code,
    details.reason ?? details.header ?? (code === 'RESOURCE_NOT_FOUND' ? details.resource : null),
  ];
  const verdict = told.filter(Boolean).join(' ');
  return doorSays.find((refusal) => verdict === refusal || verdict.startsWith(`${refusal} `)) ?? 'in';
}

const doorSays: readonly Verdict[] = [
  badKey,
  noSession,
  '403 FORBIDDEN ROLE_TOO_LOW',
  '403 FORBIDDEN ORIGIN_REFUSED',
  '403 PROJECT_DISABLED',
  '404 RESOURCE_NOT_FOUND project',
  '400 BAD_REQUEST X-Project-Id',
];

/** A request that gets no further than the door: it names the project, and nothing else that exists. */
export function knock(route: Route, { project }: Scene): MatrixRequest {
  const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'unknown']));
  const slots = slotsOf(route).filter(({ place }) => place === 'params');
  return slots.reduce<MatrixRequest>(
    (request, slot) => withId(request, slot, slot.kind === 'project' ? project.id : randomUUID()),
    { params, query: { timeout: '1' } }, // for routes that wait; others do not know it
  );
}
