import type { FastifyRequest } from 'fastify';
import type { ProjectId } from '#platform/context';
import {
  type Caller,
  type HeldCredential,
  type Identity,
  type KeyEntry,
  type KeyKind,
  ProjectDisabled,
  ProjectNotFound,
  type Role,
  RoleTooLow,
  type SessionEntry,
  TooManyRequests,
  Unauthorized,
} from '#platform/identity';
import { readId } from '#platform/ids';
import { network, type Rate } from '#platform/rate-limit';
import { checkOrigin } from './origin.ts';
import { BadHeader, InvalidApiKey } from './refusals.ts';
import type { Route } from './route.ts';

/** What is known of a request before its body is read. */
export interface Entry {
  readonly caller: Caller | null;
  readonly session: SessionEntry | null;
  readonly projectId: ProjectId | null;
  readonly counted: RateCount | null;
}

/** The rate limit a request was counted against; every reply to it shows what is left (D-133). */
export interface RateCount {
  readonly scope: 'project' | 'user';
  readonly rate: Rate;
}

export interface IdentifyOptions {
  identity: Identity;
  cookieName: string;
  ownOrigin: string;
  /** Calls a minute with public keys from one address; 0 for no limit. */
  publicKeyLimit: number;
}

/** Whose call it is, as far as it belongs to a project. */
export interface KnownCaller {
  readonly projectId: ProjectId;
  readonly caller: Caller;
}

type OnCounted = (counted: RateCount, known: KnownCaller | null) => void;

const anonymous: Entry = { caller: null, session: null, projectId: null, counted: null };

/**
 * Identifies the caller, by the access class of the route (D-101 to D-108). One request, one identity (D-103). `onCounted` is
 * called with the count and the caller before any refusal that follows.
 */
export async function identify(
  request: FastifyRequest,
  route: Route,
  options: IdentifyOptions,
  onCounted: OnCounted,
): Promise<Entry> {
  if (route.access === 'none') return anonymous;
  const { authorization } = request.headers;
  if (route.access === 'public') return byKey(request, 'public', route, options, onCounted);
  if (route.access === 'secret' && (authorization !== undefined || !seemsSession(request, options))) {
    return byKey(request, 'secret', route, options, onCounted);
  }
  if (authorization !== undefined) throw InvalidApiKey('a session', 'API keys are not accepted here; sign in instead.');
  return bySession(request, route, options, onCounted);
}

/** What the caller of a `secret` route was identified by, so that it can be looked up again later. */
export function heldCredential(
  request: FastifyRequest,
  projectId: ProjectId,
  { identity, cookieName }: IdentifyOptions,
): HeldCredential {
  const key = bearerKey(request);
  if (key !== undefined) return identity.hold({ key }, projectId);
  return identity.hold({ session: request.cookies[cookieName] ?? '' }, projectId);
}

const bearerKey = (request: FastifyRequest): string | undefined =>
  /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];

const keyHints: Record<KeyKind, string> = {
  public: 'Send `Authorization: Bearer pk_…` with the public key of the project.',
  secret: 'Send `Authorization: Bearer sk_…` with the secret key of the project.',
};

/** What to do instead; a key of the other kind is known by how it begins. */
function keyHint(wanted: KeyKind, key = ''): string {
  if (wanted === 'public' && key.startsWith('sk_'))
    return `${keyHints.public} This was a secret key (sk_…), which belongs on a server and into no page.`;
  if (wanted === 'secret' && key.startsWith('pk_')) return `${keyHints.secret} This was a public key (pk_…).`;
  return keyHints[wanted];
}

async function byKey(
  request: FastifyRequest,
  kind: KeyKind,
  route: Route,
  options: IdentifyOptions,
  onCounted: OnCounted,
): Promise<Entry> {
  const key = bearerKey(request);
  const found = key ? await findKey(request, key, kind, options) : null;
  if (!found) throw InvalidApiKey(`the ${kind} key of a project`, keyHint(kind, key));
  const counted = { scope: 'project', rate: found.rate } as const;
  const { projectId, keyLast4 } = found;
  const caller = { kind, keyLast4 } as const;
  onCounted(counted, { projectId, caller });
  if (found.disabledReason !== null) throw ProjectDisabled(found.disabledReason);
  // Why: keys act as MEMBER plus domains (D-1123); no route of a higher role is open to keys otherwise.
  if (route.role && route.role !== 'MEMBER' && !route.isOpenToKeys) throw RoleTooLow(route.role);
  const named = projectInPath(request, route);
  if (named !== undefined && readId(named) !== projectId) throw ProjectNotFound(named);
  return { caller, session: null, projectId, counted };
}

/** Why by address first: every visitor has the public key, and one of them must not use up the limit of the others. */
async function findKey(
  request: FastifyRequest,
  key: string,
  kind: KeyKind,
  { identity, publicKeyLimit: limit }: IdentifyOptions,
): Promise<KeyEntry | null> {
  if (kind === 'secret') return identity.bySecretKey(key);
  const found = await identity.byPublicKey(key, { address: network(request.ip), limit });
  if (found && !('projectId' in found))
    throw TooManyRequests('address', { max: limit, windowSeconds: 60 }, found.resetSeconds);
  return found;
}

const seemsSession = (request: FastifyRequest, { cookieName }: IdentifyOptions): boolean =>
  request.cookies[cookieName] !== undefined || request.headers['x-project-id'] !== undefined;

async function bySession(
  request: FastifyRequest,
  route: Route,
  options: IdentifyOptions,
  onCounted: OnCounted,
): Promise<Entry> {
  const token = request.cookies[options.cookieName];
  const asked = projectAsked(request, route);
  const session = token ? await options.identity.bySession(token, asked ? readId(asked) : null) : null;
  if (!session) throw Unauthorized();
  const counted = { scope: 'user', rate: session.rate } as const;
  const { membership } = session;
  const caller = membership && ({ kind: 'session', userId: session.userId, role: membership.role } as const);
  onCounted(counted, caller && { projectId: membership.projectId, caller });
  checkOrigin(request, options.ownOrigin);
  if (route.access === 'session') return { caller: null, session, projectId: null, counted };

  if (route.access === 'secret' && !asked) throw BadHeader('X-Project-Id', 'Say which project is meant: X-Project-Id.');
  if (!caller) throw ProjectNotFound(asked);
  const { projectId, role, disabledReason } = membership;
  if (rank[role] < rank[route.role ?? 'MEMBER']) throw RoleTooLow(route.role ?? 'MEMBER');
  if (disabledReason !== null && isWrite(request) && !route.isAllowedWhenDisabled)
    throw ProjectDisabled(disabledReason);
  return { caller, session, projectId, counted };
}

const rank: Record<Role, number> = { MEMBER: 1, ADMIN: 2, OWNER: 3 };

const isWrite = (request: FastifyRequest): boolean => request.method !== 'GET' && request.method !== 'HEAD';

function projectAsked(request: FastifyRequest, route: Route): string | undefined {
  if (route.access === 'member') return (request.params as { id?: string }).id; // `member` routes have :id by definition
  const header = request.headers['x-project-id'];
  return projectInPath(request, route) ?? (Array.isArray(header) ? header[0] : header);
}

function projectInPath(request: FastifyRequest, { projectParam }: Route): string | undefined {
  if (projectParam === undefined) return undefined;
  const named = (request.params as Record<string, string | undefined>)[projectParam]; // path parameters are text
  return named === 'current' ? undefined : named;
}
