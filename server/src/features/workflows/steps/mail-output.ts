import type { Acceptance } from '#features/emails';
import type { JsonObject } from '#pure/custom-fields';
import type { SendEmailConfig } from '#pure/workflow-graph';

/** The output of a SEND_EMAIL step; `queuedAt` is the moment at which the mail was accepted. */
export const mailOutput = (
  { mail, closure }: Acceptance,
  { customEmail }: SendEmailConfig,
  queuedAt: Date,
): JsonObject => ({
  emailId: mail.id,
  status: closure?.status ?? 'QUEUED',
  reason: closure?.reason ?? null,
  sentAt: closure ? null : queuedAt.toISOString(),
  recipientType: customEmail === null ? 'CONTACT' : 'CUSTOM',
  recipientEmail: mail.recipient,
});
