/** What a refusal is about; only the HTTP layer knows their numbers. `unfit`: right request, wrong state. */
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

/** The product saying no. Everything else that is thrown is a fault of ours. */
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

/** Declares one way of saying no: `throw ContactNotFound(id)`. */
export function refusal<Args extends readonly unknown[]>(
  kind: RefusalKind,
  code: string,
  build: (...args: Args) => RefusalText,
): RefusalDefinition<Args> {
  const make = (...args: Args): Refusal => new Refusal(kind, code, build(...args));
  return Object.assign(make, { kind, code });
}

/** Quirk: three refusals answer `{ error: message }` alone (specification, section 7). */
export const plainRefusal = (kind: RefusalKind, code: string, message: string): RefusalDefinition<[]> =>
  Object.assign(
    refusal(kind, code, () => ({ message, isPlain: true })),
    { isPlain: true },
  );

/** The one shape of "not there, or not yours" (D-116, D-147): foreign, malformed and unknown ids answer alike. */
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
