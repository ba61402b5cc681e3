import { type CallOutcome as MadeCall, readRetryAfter } from '#platform/outgoing-calls';
import type { CallOutcome } from '#pure/workflow-graph';

/** What the interpreter is told of an attempt (D-917). */
export function toOutcome(made: MadeCall, now: Date): CallOutcome {
  if (made.kind === 'replied') {
    return {
      kind: 'reply',
      statusCode: made.statusCode,
      body: made.body.toString('utf8'),
      isWhole: !made.isTruncated,
      retryAfterSeconds: readRetryAfter(made.retryAfter, now),
    };
  }
  const isFinal = made.reason === 'url' || made.reason === 'address' || made.reason === 'request';
  return { kind: isFinal ? 'refused' : 'network', message: made.message };
}
