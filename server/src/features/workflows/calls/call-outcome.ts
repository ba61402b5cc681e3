import type { CallOutcome as MadeCall } from '#platform/outgoing-calls';
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

/** A number of seconds, or a moment as HTTP writes it; null for anything else. */
export function readRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
