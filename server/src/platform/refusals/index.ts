/** What a refusal is about; only the HTTP layer knows the status codes. `unfit`: valid request, wrong state. */
export type RefusalKind =
  | 'malformed'
  | 'unfit'
  | 'invalid'
  | 'unauthenticated'
  | 'unpaid'
  | 'forbidden'
  | 'missing'
  | 'not-allowed'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'throttled'
  | 'unavailable'
  | 'outside';

export interface FieldProblem {
  field: string;
  message: string;
  code: string;
  received?: unknown;
}

export interface RefusalText {
  message: string;
  suggestion?: string;
  details?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldProblem[];
  /** Seconds after which a repeat makes sense. */
  retryAfterSeconds?: number;
  /** Set by `plainRefusal`. */
  isPlain?: boolean;
}

/** An expected error that is reported to the caller. Everything else that is thrown is an internal error. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly text: RefusalText;

  constructor(kind: RefusalKind, code: string, text: RefusalText) {
    super(text.message);
    this.name = 'Refusal';
    this.kind = kind;
    this.code = code;
    this.text = text;
  }
}

export interface RefusalDefinition<Args extends readonly unknown[] = readonly never[]> {
  (...args: Args): Refusal;
  readonly kind: RefusalKind;
  readonly code: string;
  readonly isPlain?: boolean;
}

/** Declares one kind of refusal: `throw ContactNotFound(id)`. */
export function refusal<Args extends readonly unknown[]>(
  kind: RefusalKind,
  code: string,
  build: (...args: Args) => RefusalText,
): RefusalDefinition<Args> {
  const make = (...args: Args): Refusal => new Refusal(kind, code, build(...args));
  return Object.assign(make, { kind, code });
}

/** Quirk: three refusals return only `{ error: message }` (specification, section 7). */
export const plainRefusal = (kind: RefusalKind, code: string, message: string): RefusalDefinition<[]> =>
  Object.assign(
    refusal(kind, code, () => ({ message, isPlain: true })),
    { isPlain: true },
  );

/** The same refusal for foreign, malformed and unknown ids (D-116, D-147). */
export const missing = (code: string, resource: string): RefusalDefinition<[id?: string]> =>
  refusal('missing', code, (id?: string) => ({
    message: `There is no ${resource} with this id.`,
    details: id === undefined ? { resource } : { resource, id },
  }));

export const Invalid = refusal(
  'invalid',
  'VALIDATION_ERROR',
  (errors: readonly FieldProblem[], suggestion?: string) => ({
    message: 'Request validation failed',
    errors,
    ...(suggestion ? { suggestion } : {}),
  }),
);
