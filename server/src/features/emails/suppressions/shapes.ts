import { z } from 'zod';
import { Address, Instant, instant, optional, trimmedText, withDefault } from '#platform/http';
import { limits } from '#pure/limits';
import type { Suppression } from './suppression.ts';

export const SuppressionReply = z
  .object({
    id: z.uuid(),
    email: z.string(),
    reason: z.enum(['BOUNCE', 'COMPLAINT', 'MANUAL']),
    blocks: z.enum(['ALL', 'MARKETING']),
    note: z.string().nullable(),
    emailId: z.uuid().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'Suppression' });

export const toSuppressionReply = ({ createdAt, ...rest }: Suppression): z.output<typeof SuppressionReply> => ({
  ...rest,
  createdAt: instant(createdAt),
});

export const AddBody = z
  .object({
    email: optional(Address),
    emails: optional(z.array(z.string()).min(1).max(limits.suppressionsPerRequest)),
    blocks: withDefault(z.enum(['ALL', 'MARKETING']), 'ALL'),
    note: optional(trimmedText(0, limits.suppressionNoteCharacters)),
  })
  .superRefine(({ email, emails }, ctx) => {
    if (email !== undefined || emails !== undefined) return;
    ctx.addIssue({ code: 'custom', message: 'Give email or emails.', path: ['email'], params: { code: 'required' } });
  });

export const AddReply = z.object({ added: z.int(), existing: z.int(), invalid: z.array(z.string()) });
