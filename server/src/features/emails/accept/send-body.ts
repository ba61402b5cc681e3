import { z } from 'zod';
import { ContactData } from '#features/contacts';
import { SenderName, Subject, type TemplateId } from '#features/templates';
import { Address, bodyId, deprecatedSince, Instant, optional } from '#platform/http';
import { limits } from '#pure/limits';
import { hasTemplateLanguage } from '#pure/templating';
import { Attachments } from './attachment-shapes.ts';
import { CustomHeaders } from './header-shape.ts';
import { Recipients, Sender } from './mailbox-shapes.ts';

/** HTML up to 2 MB; with template language in it, as large as a template may be (D-606). */
const Html = z
  .string()
  .superRefine((html, ctx) => {
    const tooBig = (message: string) => ctx.addIssue({ code: 'custom', message, params: { code: 'too_big' } });
    const bytes = Buffer.byteLength(html);
    if (bytes === 0) ctx.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: html });
    else if (bytes > limits.htmlBytes) tooBig('At most 2 MB.');
    else if (bytes > limits.templateBytes && hasTemplateLanguage(html)) tooBig('At most 512 KB with variables in it.');
  })
  .meta({ minLength: 1 });

/** What `POST /v1/send` reads (contract/05, 1.2). */
export const SendBody = z.object({
  to: Recipients,
  subject: optional(Subject),
  body: optional(Html),
  template: optional(bodyId<'template'>('template')),
  from: optional(Sender).meta({ description: 'An address, `Name <address>`, or both apart.' }),
  name: optional(SenderName).meta(deprecatedSince('2026-11-14')),
  subscribed: optional(z.boolean()),
  data: ContactData,
  headers: optional(CustomHeaders),
  reply: optional(Address),
  replyTo: optional(Address),
  attachments: optional(Attachments),
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
