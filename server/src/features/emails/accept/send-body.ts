import { z } from 'zod';
import { Data } from '#features/contacts';
import type { TemplateId } from '#features/templates';
import { SenderName, Subject } from '#features/templates';
import { Address, bodyId, deprecatedSince, Instant, optional } from '#platform/http';
import { limits } from '#pure/templating';
import { readAttachments } from './read-attachments.ts';
import { readHeaders } from './read-headers.ts';
import { readSender } from './read-mailbox.ts';
import { maxRecipients, readRecipients } from './read-recipients.ts';
import { readWith } from './reading.ts';

const mostBodyBytes = 2 * 1024 * 1024;

/** HTML up to 2 MB; with template language in it, as large as a template may be (D-606). */
const Html = z
  .string()
  .superRefine((text, ctx) => {
    const wrong = (code: string, message: string) => ctx.addIssue({ code: 'custom', message, params: { code } });
    const bytes = Buffer.byteLength(text);
    if (text === '') wrong('too_small', 'At least 1 characters.');
    if (bytes > mostBodyBytes) wrong('too_big', 'At most 2 MB.');
    else if (bytes > limits.sourceBytes && /\{[{%]/.test(text))
      wrong('too_big', 'At most 512 KB with variables in it.');
  })
  .meta({ minLength: 1 });

const mailbox = (description: string) => ({
  description,
  anyOf: [
    { type: 'string' as const },
    {
      type: 'object' as const,
      properties: { email: { type: 'string' as const }, name: { type: 'string' as const } },
      required: ['email'],
    },
  ],
});

const Recipients = readWith(readRecipients).meta({
  anyOf: [
    ...mailbox('').anyOf,
    { type: 'array', minItems: 1, maxItems: maxRecipients, items: mailbox('A recipient.') as never }, // a shape inside a shape
  ],
  description: `A recipient, or up to ${maxRecipients} of them.`,
});

const Sender = readWith((raw, faults) => (raw === undefined || raw === null ? undefined : readSender(raw, faults)));

const Attachments = readWith(readAttachments).meta({
  type: 'array',
  items: {
    type: 'object',
    required: ['filename', 'content', 'contentType'],
    properties: {
      filename: { type: 'string', maxLength: 255 },
      content: { type: 'string', description: 'base64' },
      contentType: { type: 'string', maxLength: 255 },
      contentId: { type: 'string', maxLength: 255, 'x-own-name': true } as object, // a name within the mail, of the caller's choice
      disposition: { enum: ['attachment', 'inline'] },
    },
  },
});

/** What `POST /v1/send` reads (api/05, 1.2). */
export const SendBody = z.object({
  to: Recipients,
  subject: optional(Subject),
  body: optional(Html),
  template: optional(bodyId<'template'>('template')),
  from: Sender.optional().meta(mailbox('An address, `Name <address>`, or both apart.')),
  name: optional(SenderName).meta(deprecatedSince('2026-11-14')),
  subscribed: optional(z.boolean()),
  data: Data,
  headers: readWith(readHeaders)
    .optional()
    .meta({ type: 'object', additionalProperties: { type: 'string' } }),
  reply: optional(Address),
  replyTo: optional(Address),
  attachments: Attachments.optional(),
  tracking: optional(z.boolean()),
});

export type SendRequest = Omit<z.output<typeof SendBody>, 'template'> & { readonly template?: TemplateId | undefined };

export const SendReply = z.object({
  success: z.literal(true),
  data: z.object({
    emails: z.array(
      z.object({
        contact: z.object({ id: z.uuid(), email: z.string() }),
        email: z.uuid(),
        status: z.enum(['QUEUED', 'SUPPRESSED', 'FAILED']),
        reason: z.string().nullable(),
      }),
    ),
    timestamp: Instant,
  }),
});
