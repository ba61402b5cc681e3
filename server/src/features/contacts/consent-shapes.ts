import { z } from 'zod';
import { Instant, instant } from '#platform/http';
import type { ConsentRecord } from './consent.ts';

export const ConsentReply = z
  .object({
    id: z.uuid(),
    at: Instant,
    subscribed: z.boolean(),
    source: z.string(),
    reason: z.string().nullable(),
    by: z
      .object({
        kind: z.enum(['key', 'public-key', 'user', 'link', 'feedback', 'workflow', 'inbound']),
        userId: z.uuid().nullable(),
        name: z.string().nullable(),
      })
      .nullable(),
    requestId: z.uuid().nullable(),
    emailId: z.uuid().nullable(),
    campaignId: z.uuid().nullable(),
    workflowId: z.uuid().nullable(),
    isCreation: z.boolean(),
  })
  .meta({ id: 'ConsentRecord' });

export const toConsentReply = ({ at, ...record }: ConsentRecord): z.output<typeof ConsentReply> => ({
  ...record,
  at: instant(at),
});
