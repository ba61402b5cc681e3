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
      suggestion: unanswered[code]?.suggestion ?? suggestion ?? undefined,
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

/** What the client library says to programmers, said to the person in front of a page. */
const unanswered: Readonly<Record<string, { readonly message: string; readonly suggestion: string }>> = {
  CONNECTION_FAILED: {
    message: 'The instance did not answer.',
    suggestion: 'It may be starting again, or this browser is offline. Try again in a moment.',
  },
  TIMEOUT: {
    message: 'The instance took too long to answer.',
    suggestion: 'It may be busy. Try again in a moment.',
  },
  UNEXPECTED_REPLY: {
    message: 'Something other than the instance answered.',
    suggestion: 'A proxy or the sign-in of a network may stand between. Load the page anew.',
  },
};

/** The message alone: suggestion and request id are shown in their own places. */
function sentenceOf({ code, message, suggestion, requestId, fieldErrors }: ApiError): string {
  const own = unanswered[code];
  if (own) return own.message;
  const tail = requestId ? ` [request ${requestId}]` : '';
  const withoutId = tail && message.endsWith(tail) ? message.slice(0, -tail.length) : message;
  const withoutAdvice =
    suggestion && withoutId.endsWith(` ${suggestion}`) ? withoutId.slice(0, -suggestion.length - 1) : withoutId;
  if (fieldErrors.length === 0) return withoutAdvice;
  const fields = withoutAdvice.indexOf(' (');
  return fields === -1 ? withoutAdvice : withoutAdvice.slice(0, fields);
}
