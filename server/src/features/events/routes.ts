import type { z } from 'zod';
import { ResultAfterCommit } from '#platform/context';
import { defineIdempotentRoute, type IdempotentCall, instant } from '#platform/http';
import { TrackBody, TrackReply } from './shapes.ts';
import { trackEvent } from './track-event.ts';

type Reply = z.output<typeof TrackReply>;

/** Any page may call this with the public key; the reply has only ids (D-408). */
export const track = defineIdempotentRoute({
  method: 'POST',
  path: '/v1/track',
  summary: 'Record an event of a contact, who is created or updated',
  access: 'public',
  hasOpenCors: true,
  body: TrackBody,
  replies: { 200: TrackReply },
  run: (tx, { body }) => trackReply(tx, body),
});

/** The same for server code and the dashboard (D-409). */
export const trackWithSecret = defineIdempotentRoute({
  method: 'POST',
  path: '/events/track',
  summary: 'The same as /v1/track, with the secret key or a session',
  access: 'secret',
  body: TrackBody,
  replies: { 200: TrackReply },
  run: (tx, { body }) => trackReply(tx, body),
});

async function trackReply(tx: IdempotentCall, body: z.output<typeof TrackBody>): Promise<ResultAfterCommit<Reply>> {
  const { contactId, event } = await trackEvent(tx, body, tx.caller.kind === 'public');
  return new ResultAfterCommit(() => ({
    success: true,
    data: { contact: contactId, event: event.eventId, timestamp: instant(event.at()) },
  }));
}
