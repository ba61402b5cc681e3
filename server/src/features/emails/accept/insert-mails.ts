import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { domainOf } from '#pure/addresses';
import { horizonSeconds } from '#pure/message';
import { laneOf, lanes } from '../delivery/lanes.ts';
import type { Acceptance } from './accepted-mail.ts';
import { insertStatement, mailColumns } from './insert-statement.ts';

type Column = (typeof mailColumns)[number][0];

/** Writes record, content and, for what is to be sent, the due delivery of each mail, in one statement. */
export async function insertMails(tx: ProjectTx, accepted: readonly Acceptance[]): Promise<void> {
  const rows = accepted.map(rowOf);
  const lists = mailColumns.map(([name]) => rows.map((row) => row[name]));
  await tx.db.executeQuery(CompiledQuery.raw(insertStatement, [tx.projectId, tx.now, horizonSeconds, ...lists]));
}

const rowOf = ({ mail, closing }: Acceptance): Record<Column, string | number | boolean | null> => ({
  id: mail.id,
  contact_id: mail.contactId,
  status: closing?.status ?? 'QUEUED',
  reason: closing?.reason ?? null,
  recipient: mail.recipient,
  recipient_name: mail.recipientName,
  from_email: mail.fromEmail,
  from_name: mail.fromName,
  reply_to: mail.replyTo,
  subject: mail.subject,
  type: mail.type,
  source_type: mail.sourceType,
  template_id: mail.templateId,
  campaign_id: mail.campaignId,
  workflow_id: mail.workflowId,
  execution_id: mail.executionId,
  step_execution_id: mail.stepExecutionId,
  is_test: mail.isTest,
  request_id: mail.requestId,
  resent_from: mail.resentFrom,
  html: mail.html,
  text: mail.text,
  headers: JSON.stringify(mail.headers),
  variables: JSON.stringify(mail.variables),
  warnings: JSON.stringify(mail.warnings),
  attachments: JSON.stringify(mail.attachments),
  unsubscribe_url: mail.unsubscribeUrl,
  tracks_opens: mail.tracksOpens,
  tracks_clicks: mail.tracksClicks,
  sender_domain: domainOf(mail.fromEmail),
  lane: lanes.indexOf(laneOf(mail.sourceType)),
});
