import type { FastifyRequest } from 'fastify';
import type { ProjectId } from '#platform/context';
import { readId } from '#platform/ids';
import type { Rate } from '#platform/rate-limit';
import { network } from '#platform/rate-limit';
import type { Caller, Identity, KeyEntry, KeyKind, Role, SessionEntry } from './calls.ts';
import { checkOrigin } from './origin.ts';
import {
  BadHeader,
  InvalidApiKey,
  ProjectDisabled,
  ProjectNotFound,
  RoleTooLow,
  TooManyRequests,
  Unauthorized,
} from './refusals.ts';
import type { Route } from './route.ts';

/** What is known of a request before its body is read. */
export interface Entry {
  readonly caller: Caller | null;
  readonly session: SessionEntry | null;
  readonly projectId: ProjectId | null;
  readonly counted: Counted | null;
}

/** What a request was counted for; every answer to it says how much is left (D-133). */
export interface Counted {
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

type OnCounted = (counted: Counted) => void;

const nobody: Entry = { caller: null, session: null, projectId: null, counted: null };

/**
 * Finds out who calls, by the class of the route (D-101 to D-108). One request, one identity (D-103). `onCounted` hears of
 * the count before anything that is refused after it.
 */
export async function identify(
  request: FastifyRequest,
  route: Route,
  options: IdentifyOptions,
  onCounted: OnCounted,
): Promise<Entry> {
  if (route.access === 'none') return nobody;
  const { authorization } = request.headers;
  if (route.access === 'public') return byKey(request, 'public', route, options, onCounted);
  if (route.access === 'secret' && (authorization !== undefined || !seemsSession(request, options))) {
    return byKey(request, 'secret', route, options, onCounted);
  }
  if (authorization !== undefined) throw InvalidApiKey('a session', 'API keys are not accepted here; sign in instead.');
  return bySession(request, route, options, onCounted);
}

const keyHints: Record<KeyKind, string> = {
  public: 'Send `Authorization: Bearer pk_…` with the public key of the project.',
  secret: 'Send `Authorization: Bearer sk_…` with the secret key of the project.',
};

async function byKey(
  request: FastifyRequest,
  wanted: KeyKind,
  route: Route,
  options: IdentifyOptions,
  onCounted: OnCounted,
): Promise<Entry> {
  const key = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const found = key ? await findKey(request, key, wanted, options) : null;
  if (!found) throw InvalidApiKey(`the ${wanted} key of a project`, keyHints[wanted]);
  const counted = { scope: 'project', rate: found.rate } as const;
  onCounted(counted);
  if (found.disabledReason !== null) throw ProjectDisabled(found.disabledReason);
  // Why: keys act as MEMBER plus domains (D-1123); no route of a higher role is open to keys otherwise.
  if (route.role && route.role !== 'MEMBER' && !route.keysMay) throw RoleTooLow(route.role);
  const { projectId, keyLast4 } = found;
  const named = projectInPath(request, route);
  if (named !== undefined && readId(named) !== projectId) throw ProjectNotFound(named);
  return { caller: { kind: wanted, keyLast4 }, session: null, projectId, counted };
}

/** Why by address first: the public key is in every visitor's hands, and one of them must not use up what the others have. */
async function findKey(
  request: FastifyRequest,
  key: string,
  wanted: KeyKind,
  { identity, publicKeyLimit: limit }: IdentifyOptions,
): Promise<KeyEntry | null> {
  if (wanted === 'secret') return identity.bySecretKey(key);
  const found = await identity.byPublicKey(key, { address: network(request.ip), limit });
  if (found && !('projectId' in found)) throw TooManyRequests('address', limit, 60, found.resetSeconds);
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
  onCounted(counted);
  checkOrigin(request, options.ownOrigin);
  if (route.access === 'session') return { caller: null, session, projectId: null, counted };

  if (route.access === 'secret' && !asked) throw BadHeader('X-Project-Id', 'Say which project is meant: X-Project-Id.');
  if (!session.membership) throw ProjectNotFound(asked);
  const { projectId, role, disabledReason } = session.membership;
  if (rank[role] < rank[route.role ?? 'MEMBER']) throw RoleTooLow(route.role ?? 'MEMBER');
  if (disabledReason !== null && isWrite(request) && !route.isAllowedWhenDisabled)
    throw ProjectDisabled(disabledReason);
  return { caller: { kind: 'session', userId: session.userId, role }, session, projectId, counted };
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
