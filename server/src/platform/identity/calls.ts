import type { InstanceContext, ProjectContext, ProjectId } from '#platform/context';
import type { Id } from '#platform/ids';
import type { Rate } from '#platform/rate-limit';

export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER';
export type KeyKind = 'public' | 'secret';

export interface ClientFacts {
  readonly address: string;
  readonly userAgent: string | null;
}

/** The origin a browser states for a request: our own page or the address bar, another site, or none. */
export type Site = 'here' | 'elsewhere' | 'unsaid';

/** Who calls inside a project: a key, or a signed-in team member. */
export type Caller =
  | { readonly kind: KeyKind; readonly keyLast4: string }
  | { readonly kind: 'session'; readonly userId: UserId; readonly role: Role };

/** A call inside one project. */
export interface ProjectCall extends ProjectContext {
  readonly caller: Caller;
  readonly client: ClientFacts;
  readonly requestId: string;
}

/** A call without credentials. */
export interface OpenCall extends InstanceContext {
  readonly client: ClientFacts;
  /** The session cookie as sent, for the few open routes that act on it. */
  readonly sessionToken: string | null;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly site: Site;
}

/** A request for something other than JSON: a page, an image, a redirect. */
export interface PageCall extends OpenCall {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** A header as it was sent; its name in lower case. */
  header(name: string): string | null;
}

/** A call by a signed-in person. */
export interface SessionCall extends OpenCall {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/** A call by a team member of the project in the path. */
export interface MemberCall extends SessionCall {
  readonly projectId: ProjectId;
  readonly role: Role;
}

export interface KeyEntry {
  readonly projectId: ProjectId;
  readonly keyLast4: string;
  readonly disabledReason: string | null;
  readonly rate: Rate;
}

/** How often one client address may call with a public key. */
export interface AddressLimit {
  /** As rate limits group it: IPv6 by its first 64 bits. */
  readonly address: string;
  readonly limit: number;
}

/** The address has used up its calls; the project was not charged for this one. */
export interface AddressExhausted {
  readonly resetSeconds: number;
}

export interface SessionEntry {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly rate: Rate;
  /** The project asked for, if the person belongs to it. */
  readonly membership: { projectId: ProjectId; role: Role; disabledReason: string | null } | null;
}

/** What a caller was identified by, as it can be looked up again; the secret itself is not kept. */
export interface HeldCredential {
  readonly kind: 'secret' | 'session';
  readonly hash: string;
  readonly projectId: ProjectId;
}

/** How a caller is identified. The features `accounts` and `projects` implement it; the platform only calls it. */
export interface Identity {
  bySecretKey(key: string): Promise<KeyEntry | null>;
  byPublicKey(key: string, from: AddressLimit): Promise<KeyEntry | AddressExhausted | null>;
  bySession(token: string, projectId: string | null): Promise<SessionEntry | null>;
  hold(given: { readonly key: string } | { readonly session: string }, projectId: ProjectId): HeldCredential;
  /** Which of these would no longer be let in. Nothing is counted. */
  findEnded(held: readonly HeldCredential[]): Promise<ReadonlySet<HeldCredential>>;
}
