import { randomUUIDv7 } from 'node:crypto';

/** What differs between the mails that the loads accept. */
interface MailTexts {
  readonly id: string;
  readonly contactId: string | null;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A transactional mail as the product would store it, by column. */
export const mailRow = ({ id, contactId, to, from, subject, html, text }: MailTexts): Record<string, unknown> => ({
  id,
  contact_id: contactId,
  status: 'QUEUED',
  recipient: to,
  from_email: from,
  subject,
  type: 'TRANSACTIONAL',
  source_type: 'TRANSACTIONAL',
  is_test: false,
  request_id: randomUUIDv7(),
  html,
  text,
  headers: '{}',
  variables: '{}',
  warnings: '[]',
  attachments: '[]',
  tracks_opens: true,
  tracks_clicks: true,
  depth: 0,
  is_public: false,
  sender_domain: from.split('@')[1],
  lane: 0,
});
