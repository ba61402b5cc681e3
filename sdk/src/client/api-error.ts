/** One broken rule of a request body. */
export interface FieldError {
  /** A path with dots, `attachments.0.filename`; empty for the body itself. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly received?: unknown;
}

export interface ApiErrorParts {
  /** Stable; programs may branch on it. See docs/reference/errors.md of the server. */
  readonly code: string;
  /** The HTTP status; 0 if there was no reply, or one that the browser hides. */
  readonly statusCode: number;
  readonly message: string;
  /** What the server's logs know this request by; null if there was no reply. */
  readonly requestId: string | null;
  readonly fieldErrors?: readonly FieldError[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly suggestion?: string | null;
  /** From `Retry-After`. */
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** Every failed call throws one: a refusal of the API, `TIMEOUT`, `CONNECTION_FAILED` or `UNEXPECTED_REPLY`. */
export class ApiError extends Error {
  readonly code: string;
  readonly statusCode: number;
  readonly requestId: string | null;
  readonly fieldErrors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly suggestion: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(parts: ApiErrorParts) {
    super(textOf(parts), { cause: parts.cause });
    this.name = 'ApiError';
    this.code = parts.code;
    this.statusCode = parts.statusCode;
    this.requestId = parts.requestId;
    this.fieldErrors = parts.fieldErrors ?? [];
    this.details = parts.details ?? {};
    this.suggestion = parts.suggestion ?? null;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
  }
}

/** The sentence, the broken rules, what to do about it, and the id that support asks for. */
function textOf({ message, fieldErrors = [], suggestion, requestId }: ApiErrorParts): string {
  const fields = fieldErrors.map(({ field, message: text }) => `${field || 'body'}: ${text}`).join('; ');
  return [message, fields && `(${fields})`, suggestion, requestId && `[request ${requestId}]`]
    .filter((part) => part)
    .join(' ');
}
