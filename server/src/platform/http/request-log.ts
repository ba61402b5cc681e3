import type { ProjectId } from '#platform/context';
import type { Caller } from '#platform/identity';

/** A call of a project with its reply. Its texts are as they were sent: they hold secrets, and more than is kept. */
export interface FinishedCall {
  /** Begins with the time of the call. */
  readonly requestId: string;
  readonly projectId: ProjectId;
  readonly caller: Caller;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly clientAddress: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Null: there was none, or it is no text. A long one may be cut off behind `headCharacters`. */
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly hasFile: boolean;
  /** The reply shows keys, secrets or other calls. */
  readonly isReplyHidden: boolean;
  readonly isBodyHidden: boolean;
  readonly refusal: NotedRefusal | null;
  /** Names in the body that the route does not know (D-114). */
  readonly ignoredFields: readonly string[];
  readonly isDeprecated: boolean;
}

export interface NotedRefusal {
  readonly code: string;
  readonly message: string;
  readonly suggestion: string | null;
}

/** Where calls of projects are noted once their reply is sent. A feature implements it; the platform only calls it. */
export interface RequestLog {
  /** Must return at once and never throw. */
  record(call: FinishedCall): void;
}
