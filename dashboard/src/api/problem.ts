import { ApiError } from '@postrider/sdk';
import type { Problem as ShownProblem } from '../widgets/problem/problem.ts';

/** A failed call in words, as widgets show it, and by its code for screens that know what to do about it. */
export interface Problem extends ShownProblem {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { code, statusCode, requestId, fieldErrors, details, suggestion, retryAfterSeconds } = error;
    return {
      message: sentenceOf(error),
      suggestion: suggestion ?? undefined,
      requestId: requestId ?? undefined,
      statusCode,
      code,
      fieldErrors,
      details,
      retryAfterSeconds,
    };
  }
  return {
    message: 'This page met an error of its own.',
    suggestion: error instanceof Error ? error.message : undefined,
    statusCode: 0,
    code: 'PAGE_ERROR',
    details: {},
    retryAfterSeconds: null,
  };
}

/** The message alone: suggestion and request id are shown in their own places. */
function sentenceOf({ message, suggestion, requestId, statusCode, fieldErrors }: ApiError): string {
  if (statusCode === 0) return 'The instance did not answer.';
  const tail = requestId ? ` [request ${requestId}]` : '';
  const withoutId = tail && message.endsWith(tail) ? message.slice(0, -tail.length) : message;
  const withoutAdvice =
    suggestion && withoutId.endsWith(` ${suggestion}`) ? withoutId.slice(0, -suggestion.length - 1) : withoutId;
  if (fieldErrors.length === 0) return withoutAdvice;
  const fields = withoutAdvice.indexOf(' (');
  return fields === -1 ? withoutAdvice : withoutAdvice.slice(0, fields);
}
