import { z } from 'zod';
import { defineTextRoute } from '#platform/http';
import { TooManyRequests } from '#platform/identity';
import { receiveMessage } from './receive-message.ts';
import { NotFromOurTopic, SesNotUsed } from './refusals.ts';

export const receive = defineTextRoute({
  method: 'POST',
  path: '/webhooks/ses',
  summary: 'Take a notice of Amazon SES',
  access: 'none',
  replies: { 200: z.object({ ok: z.literal(true) }) },
  refuses: [NotFromOurTopic, SesNotUsed, TooManyRequests],
  async run(ctx, { text }) {
    await receiveMessage(ctx, text);
    return { ok: true };
  },
});
