import { BillingLimitExceeded } from '#features/billing';
import { DmarcRequired, DomainNotVerified } from '#features/domains';
import { TemplateNotFound } from '#features/templates';
import { defineIdempotentRoute, instant } from '#platform/http';
import { Invalid } from '#platform/refusals';
import { limits } from '#pure/limits';
import { TestMailFull } from '../refusals.ts';
import { acceptSend } from './accept-send.ts';
import { filesTooBig, rawBytesFor } from './check-sizes.ts';
import { keptSend } from './kept-reply.ts';
import { prepareSend } from './prepare-send.ts';
import { SendBody, SendReply } from './send-body.ts';

export const send = defineIdempotentRoute({
  method: 'POST',
  path: '/v1/send',
  bodyExample: {
    to: 'ada@example.com',
    from: 'Acme <hello@mail.example.com>',
    subject: 'Your receipt, {{ firstName }}',
    body: '<p>Thank you for {{ product }}.</p>',
    data: { firstName: 'Ada', product: 'a lamp' },
  },
  summary: 'Send a mail to one or several recipients, who are created or updated as contacts',
  access: 'secret',
  bodyLimitBytes: limits.sendBodyBytes,
  settingLimit: ({ MAX_ATTACHMENT_BYTES: bytes }) => ({
    bytes: rawBytesFor(bytes),
    refusal: () => Invalid([filesTooBig(bytes)]),
  }),
  body: SendBody,
  replies: { 200: SendReply },
  refuses: [TemplateNotFound, DomainNotVerified, DmarcRequired, TestMailFull, BillingLimitExceeded],
  keptReply: keptSend,
  prepare: (call, { body }) => prepareSend(call, body),
  async run(tx, { body, prepared }) {
    const accepted = await acceptSend(tx, body, prepared, tx.requestId);
    const byAddress = new Map(accepted.map((one) => [one.mail.recipient, one]));
    const emails = body.to.flatMap(({ email }) => {
      const one = byAddress.get(email);
      if (!one) return [];
      const { mail, closure } = one;
      const contact = { id: mail.contactId, email };
      return [{ contact, email: mail.id, status: closure?.status ?? 'QUEUED', reason: closure?.reason ?? null }];
    });
    return { success: true, data: { emails, timestamp: instant(tx.now) } };
  },
});
