import type { z } from 'zod';
import type { Config } from '#platform/config';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { MemberCall, OpenCall, PageCall, ProjectCall, Role, SessionCall } from '#platform/identity';
import type { Refusal, RefusalDefinition } from '#platform/refusals';
import type { Answer } from './answer.ts';
import type { OpenStream } from './open-streams.ts';

/**
 * Who may call (D-101). `public`: public key. `secret`: secret key, or session with `X-Project-Id`.
 * `session`: session cookie. `member`: session cookie, and `:id` of the path names a project the person belongs to.
 */
export type Access = 'none' | 'public' | 'secret' | 'session' | 'member';

interface CallByAccess {
  none: OpenCall;
  public: ProjectCall;
  secret: ProjectCall;
  session: SessionCall;
  member: MemberCall;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RouteDescription<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  method: Method;
  path: string;
  summary: string;
  /** What else a client must know: limits, above all. */
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** An example of the body in the contract, where one made from the shape would be refused or say too little. */
  bodyExample?: z.input<B>;
  /** Body shapes by status; `null` for a reply without a body. The first one is the default. */
  replies: Readonly<Record<number, z.ZodType | null>>;
  refuses?: readonly RefusalDefinition<never>[];
  /** Lowest role of a team member; API keys have the rights of a MEMBER. */
  role?: Role;
  /** Open to the secret key although team members need a higher role. */
  isOpenToKeys?: boolean;
  /**
   * The path parameter that names the project: a session's project comes from there, a key may name only its own, and
   * `current` is the one given by key or header (D-712).
   */
  projectParam?: string;
  /** Allowed to a signed-in person although the project is disabled (D-107). */
  isAllowedWhenDisabled?: boolean;
  hasOpenCors?: boolean;
  /** The reply shows keys, secrets or other calls, and is not kept in the request log. */
  isReplyHidden?: boolean;
  /** The request log keeps no body of the request: it holds a whole mail. */
  isBodyHidden?: boolean;
  /** Media type of good replies that are not JSON. */
  produces?: string;
  /** Other media types of the same reply, for callers that accept them. */
  otherwise?: Readonly<Record<string, z.ZodType>>;
  bodyLimitBytes?: number;
  /** A lower limit that follows from settings, and the refusal of a larger body before it is parsed. */
  settingLimit?: (config: Config) => { readonly bytes: number; readonly refusal: () => Refusal };
  /** Checks the raw body before its shape, for refusals that come first (D-143). */
  precheck?: (body: Readonly<Record<string, unknown>>) => void;
}

interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
}

type Run<Call, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = (
  call: Call,
  input: Input<P, Q, B>,
) => Promise<unknown>;

/** Limits of a route that takes a file; its body is multipart instead of JSON. */
export interface UploadRules {
  readonly maxBytes: number;
  /** Names that the part with the file may have; problems are reported under the first. `file` unless given. */
  readonly parts?: readonly [string, ...string[]];
}

/** The file of a multipart body. Name and type are as the sender states them. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Renders a refusal as a page. Gets the refusal, or null for an internal error, and the headers of the request.
 * Returns null to use the usual envelope.
 */
export type RefusalPage = (
  refused: Refusal | null,
  header: PageCall['header'],
) => { readonly body: string; readonly headers: Readonly<Record<string, string>> } | null;

/** One endpoint as data: the app serves it, the contract describes it, and the generated tests call it. */
export interface Route extends RouteDescription<z.ZodType, z.ZodType, z.ZodType> {
  readonly access: Access;
  /** Where set, the route runs inside one transaction that also settles the caller's Idempotency-Key. */
  readonly isIdempotent: boolean;
  /** What an idempotent route does before its transaction; its result is `prepared` of the input. */
  readonly prepare?: (call: never, input: never) => Promise<unknown>;
  readonly keptReply?: KeptReply;
  readonly upload?: UploadRules;
  /** The body is passed on as the text that was sent, whatever its content type. */
  readonly takesAnyBody?: boolean;
  readonly isPage?: boolean;
  /** The reply stays open. */
  readonly isStream?: boolean;
  readonly refusalPage?: RefusalPage;
  /** Call and input are typed by the route's own declaration; the pipeline passes what that declaration asks for. */
  readonly run: (call: never, input: never) => Promise<unknown>;
}

export function defineRoute<A extends Access, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: RouteDescription<P, Q, B> & { access: A; run: Run<CallByAccess[A], P, Q, B> },
): Route {
  return { ...route, isIdempotent: false };
}

/**
 * How the reply of an idempotent route is kept with its key, where it names people: with ids alone, so that nothing is left of a contact that
 * is deleted (D-1063), and how it is shown again. Both get what `run` and `keep` have returned.
 */
export interface KeptReply {
  keep(reply: never): unknown;
  show(reader: ProjectReader, kept: never): Promise<unknown>;
}

/** The call of an idempotent route: the transaction itself, so that effect and key commit together. */
export type IdempotentCall = ProjectTx & Pick<ProjectCall, 'caller' | 'requestId'>;

export function defineIdempotentRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Prepared = undefined,
>(
  route: RouteDescription<P, Q, B> & {
    access: 'public' | 'secret';
    /**
     * Runs before the transaction, for work that a transaction must not wait for. A refusal here leaves the key free.
     * `run` may find that the result no longer fits and throw `PreparationOutdated`: then both run again.
     */
    prepare?: (call: ProjectCall, input: Input<P, Q, B>) => Promise<Prepared>;
    keptReply?: KeptReply;
    run: (call: IdempotentCall, input: Input<P, Q, B> & { prepared: Prepared }) => Promise<unknown>;
  },
): Route {
  return { ...route, isIdempotent: true };
}

/** Thrown inside a transaction whose preparation no longer fits; it is rolled back, prepared again and repeated. */
export class PreparationOutdated extends Error {
  override readonly name = 'PreparationOutdated';
}

export function defineUploadRoute<P extends z.ZodType, Q extends z.ZodType>(
  route: RouteDescription<P, Q, never> & {
    access: 'secret';
    upload: UploadRules;
    run: (
      call: ProjectCall,
      input: { params: z.output<P>; query: z.output<Q>; file: UploadedFile },
    ) => Promise<unknown>;
  },
): Route {
  return { ...route, isIdempotent: false };
}

/**
 * A stream of server-sent events. `run` begins it; the reply is open from then on, and what it sends later reaches the reader. The context
 * is that of background work, because it outlives the request.
 */
export function defineStreamRoute<Q extends z.ZodType>(
  route: RouteDescription<never, Q, never> & {
    access: 'secret';
    run: (
      call: ProjectCall,
      input: { query: z.output<Q>; lastEventId: string | null; stream: OpenStream },
    ) => Promise<void>;
  },
): Route {
  return { ...route, method: 'GET', produces: 'text/event-stream', isIdempotent: false, isStream: true };
}

/** For callers whose body format we do not define: providers that sign what they send, forms of mail clients. */
export function defineTextRoute<P extends z.ZodType, Q extends z.ZodType>(
  route: RouteDescription<P, Q, never> & {
    access: 'none';
    run: (call: PageCall, input: { params: z.output<P>; query: z.output<Q>; text: string }) => Promise<unknown>;
  },
): Route {
  return { ...route, isIdempotent: false, takesAnyBody: true };
}

/**
 * For people who follow a link: it gets the request itself, takes any body and returns what a browser shows.
 * A GET route also serves HEAD.
 */
export function definePageRoute<P extends z.ZodType, Q extends z.ZodType>(
  route: RouteDescription<P, Q, never> & {
    method: 'GET' | 'POST';
    produces: string;
    refusalPage?: RefusalPage;
    run: (call: PageCall, input: { params: z.output<P>; query: z.output<Q>; text: string }) => Promise<Answer>;
  },
): Route {
  const body = route.method === 'POST' ? { takesAnyBody: true } : {};
  return { ...route, ...body, access: 'none', isIdempotent: false, isPage: true };
}
