import type { ListedEvent } from '#features/events';
import { type ProjectContext, perApp } from '#platform/context';
import { type CallOutcome, CallSlots, callUrl, readRetryAfter } from '#platform/outgoing-calls';
import type { WaitOptions } from '#platform/shares';
import { version } from '#platform/version';
import { limits } from '#pure/limits';
import { signWebhook } from '#pure/webhook-signature';
import type { DeliveryAttempt } from '../endpoint.ts';

const slotsOf = perApp(() => new CallSlots());

/** The event of a notification. */
export type NotifiedEvent = Pick<ListedEvent, 'id' | 'name' | 'data' | 'contactId' | 'email' | 'createdAt'>;

export interface EndpointCall {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly event: NotifiedEvent;
  /** From 1. */
  readonly attempt: number;
}

/** What came of a call: its entry in the log, and what its endpoint asks for. */
export interface EndpointReply {
  readonly attempt: DeliveryAttempt;
  readonly isSuccess: boolean;
  /** The endpoint wants no more calls at all (410). */
  readonly isGone: boolean;
  readonly retryAfterSeconds: number | null;
}

/** Runs work that calls an endpoint in a slot of the project. Throws `NoFreeSlot`. */
export const inCallSlot = <T>(ctx: ProjectContext, work: () => Promise<T>, wait: WaitOptions): Promise<T> =>
  slotsOf(ctx).withinProject(ctx.projectId, work, wait);

/** Calls an endpoint once, at once: `inCallSlot` is around it. */
export async function callEndpoint(
  ctx: ProjectContext,
  { url, secrets, event, attempt }: EndpointCall,
): Promise<EndpointReply> {
  const body = Buffer.from(JSON.stringify(bodyOf(event)));
  const sentAt = ctx.clock.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Postrider/${version}`,
    ...signWebhook({ id: event.id, sentAt, body, secrets }),
    'webhook-attempt': String(attempt),
  };
  const begunAt = performance.now();
  const outcome = await callUrl(ctx, { url, method: 'POST', headers, body });
  return replyOf(outcome, { sentAt, durationMs: Math.round(performance.now() - begunAt) });
}

/** D-1051. */
const bodyOf = ({ id, name, data, contactId, email, createdAt }: NotifiedEvent) => ({
  id,
  type: name,
  timestamp: createdAt.toISOString(),
  data,
  contact: { id: contactId, email },
});

function replyOf(outcome: CallOutcome, { sentAt, durationMs }: { sentAt: Date; durationMs: number }): EndpointReply {
  const at = sentAt.toISOString();
  if (outcome.kind === 'failed') {
    const attempt = { at, statusCode: null, durationMs, response: null, error: outcome.message };
    return { attempt, isSuccess: false, isGone: false, retryAfterSeconds: null };
  }
  const { statusCode, body, retryAfter } = outcome;
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const error = isSuccess ? null : `The reply had the status ${statusCode}.`;
  return {
    attempt: { at, statusCode, durationMs, response: textOf(body), error },
    isSuccess,
    isGone: statusCode === 410,
    retryAfterSeconds: readRetryAfter(retryAfter, sentAt),
  };
}

/** The beginning of a reply, as text that PostgreSQL stores; null when it is empty. */
function textOf(body: Buffer): string | null {
  const text = body.subarray(0, limits.webhookReplyBytes).toString('utf8').replaceAll('\0', '');
  return text === '' ? null : text;
}
