import type { z } from 'zod';
import type { Config } from '#platform/config';
import type { ProjectTx } from '#platform/context';
import type { Refusal, RefusalDefinition } from '#platform/refusals';
import type { Answer } from './answer.ts';
import type { MemberCall, OpenCall, PageCall, ProjectCall, Role, SessionCall } from './calls.ts';

/**
 * Who may call (D-101). `public`: public key. `secret`: secret key, or session with `X-Project-Id`.
 * `session`: session cookie. `member`: session cookie, and `:id` of the path names a project the person belongs to.
 */
export type Access = 'none' | 'public' | 'secret' | 'session' | 'member';

interface CallOf {
  none: OpenCall;
  public: ProjectCall;
  secret: ProjectCall;
  session: SessionCall;
  member: MemberCall;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Described<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  method: Method;
  path: string;
  summary: string;
  /** What a client must know besides: limits, above all. */
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Body shapes by status; `null` for an answer without a body. The first one is the usual answer. */
  replies: Readonly<Record<number, z.ZodType | null>>;
  refuses?: readonly RefusalDefinition<never>[];
  /** Lowest role of a team member; API keys have the rights of a MEMBER. */
  role?: Role;
  /** Open to the secret key although it asks a higher role of people. */
  keysMay?: boolean;
  /**
   * The parameter of the path that names the project: a session's project comes from there, a key may name only its own,
   * and `current` is the one the caller has said otherwise (D-712).
   */
  projectParam?: string;
  /** Allowed to a signed-in person although the project is disabled (D-107). */
  isAllowedWhenDisabled?: boolean;
  hasOpenCors?: boolean;
  /** Media type of good replies that are not JSON. */
  produces?: string;
  /** Other media types of the same, for callers who ask for them. */
  otherwise?: Readonly<Record<string, z.ZodType>>;
  bodyLimitBytes?: number;
  /** A lower limit that follows from settings, and how a larger body is refused before anything is made of it. */
  settingLimit?: (config: Config) => { readonly bytes: number; readonly refusal: Refusal };
  /** Looks at the raw body before its shape, for refusals that come first (D-143). */
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

/** What a route that takes a file allows; its body is multipart instead of JSON. */
export interface UploadRules {
  readonly maxBytes: number;
}

/** The part `file` of a multipart body. Name and type are what the sender says. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * How a page says no to a person: the refusal, or null for a fault of ours, and the headers of the request.
 * Null leaves it to the usual envelope.
 */
export type RefusalPage = (
  refused: Refusal | null,
  header: PageCall['header'],
) => { readonly body: string; readonly headers: Readonly<Record<string, string>> } | null;

/** One endpoint as data: the app serves it, the contract describes it, and the generated tests try it. */
export interface Route extends Described<z.ZodType, z.ZodType, z.ZodType> {
  readonly access: Access;
  /** Where set, the route runs inside one transaction that also settles the caller's Idempotency-Key. */
  readonly isIdempotent: boolean;
  /** What an idempotent route does before its transaction; its result is `prepared` of the input. */
  readonly prepare?: (call: never, input: never) => Promise<unknown>;
  readonly upload?: UploadRules;
  /** The body is handed over as the text that was sent, whatever its content type says. */
  readonly takesAnyBody?: boolean;
  readonly isPage?: boolean;
  readonly refusalPage?: RefusalPage;
  /** Its own declaration ties call and input to it; the pipeline hands over what that declaration asks for. */
  readonly run: (call: never, input: never) => Promise<unknown>;
}

export function defineRoute<A extends Access, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: Described<P, Q, B> & { access: A; run: Run<CallOf[A], P, Q, B> },
): Route {
  return { ...route, isIdempotent: false };
}

/** What an idempotent route runs with: the transaction itself, so effect and key commit together. */
export type IdempotentCall = ProjectTx & Pick<ProjectCall, 'caller' | 'requestId'>;

export function defineIdempotentRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Prepared = undefined,
>(
  route: Described<P, Q, B> & {
    access: 'public' | 'secret';
    /**
     * Looks and works before the transaction, for what a transaction must not wait for. A refusal here leaves the key
     * free. `run` may find that the world has moved on and throw `Outdated`: then both run again.
     */
    prepare?: (call: ProjectCall, input: Input<P, Q, B>) => Promise<Prepared>;
    run: (call: IdempotentCall, input: Input<P, Q, B> & { prepared: Prepared }) => Promise<unknown>;
  },
): Route {
  return { ...route, isIdempotent: true };
}

/** Thrown inside a transaction whose preparation no longer fits; it is rolled back, prepared anew and repeated. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

export function defineUploadRoute<P extends z.ZodType, Q extends z.ZodType>(
  route: Described<P, Q, never> & {
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

/** For callers whose bodies we do not shape: providers that sign what they send, forms of mail programs. */
export function defineTextRoute<P extends z.ZodType, Q extends z.ZodType>(
  route: Described<P, Q, never> & {
    access: 'none';
    run: (call: OpenCall, input: { params: z.output<P>; query: z.output<Q>; text: string }) => Promise<unknown>;
  },
): Route {
  return { ...route, isIdempotent: false, takesAnyBody: true };
}

/**
 * For people who follow a link: it looks at the request itself, takes any body and answers what a browser shows.
 * A GET is asked with HEAD too.
 */
export function definePageRoute<P extends z.ZodType>(
  route: Described<P, never, never> & {
    method: 'GET' | 'POST';
    produces: string;
    refusalPage?: RefusalPage;
    run: (call: PageCall, input: { params: z.output<P>; text: string }) => Promise<Answer>;
  },
): Route {
  const body = route.method === 'POST' ? { takesAnyBody: true } : {};
  return { ...route, ...body, access: 'none', isIdempotent: false, isPage: true };
}
