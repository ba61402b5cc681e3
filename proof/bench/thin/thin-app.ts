import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type AcceptedSend, acceptMail, type SendBody } from './accept-mail.ts';
import { findCaller } from './find-caller.ts';
import { recordEvent } from './record-event.ts';
import { storeContact } from './store-contact.ts';

interface ContactBody {
  readonly email: string;
  readonly data: Record<string, unknown>;
}

/**
 * The third side of `track`, `send` and `contacts`: what a careful programmer writes who needs none of the product's promises.
 * One look-up of key and contact, then one statement of the product that writes the same rows; no transaction around them, no
 * role, no row security, no locks, no rate limit, no idempotency, no validation. It changes only when the rows change; so, unlike
 * the bare statements, it shows the cost of whatever the product adds.
 */
export function thinApp(pool: Pool, onMail: (mail: AcceptedSend) => void = () => {}): FastifyInstance {
  const app = fastify();
  app.post<{ Body: ContactBody & { event: string } }>('/v1/track', async ({ headers, body }) => {
    const caller = await findCaller(pool, headers.authorization, body.email);
    return { success: true, data: await recordEvent(pool, caller, body) };
  });
  app.post<{ Body: SendBody }>('/v1/send', async ({ headers, body }) => {
    const caller = await findCaller(pool, headers.authorization, body.to);
    const mail = await acceptMail(pool, caller, body);
    onMail(mail);
    return { success: true, data: { emails: [{ email: mail.id, contact: caller.contact?.id }] } };
  });
  app.post<{ Body: ContactBody }>('/contacts', async ({ headers, body }, reply) => {
    const caller = await findCaller(pool, headers.authorization, body.email);
    reply.code(caller.contact ? 200 : 201);
    return storeContact(pool, caller, body);
  });
  return app;
}
