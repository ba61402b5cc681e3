import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { domainOf } from '#pure/addresses';
import { horizonSeconds } from '#pure/message';
import { laneOf, lanes } from '../delivery/lanes.ts';
import type { Acceptance, AcceptedMail } from './accepted-mail.ts';
import { bodyColumns, insertStatement, mailColumns } from './insert-statement.ts';
import { isCounted } from './limit-by-cap.ts';

type Column = (typeof mailColumns)[number][0] | (typeof bodyColumns)[number];
type InsertRow = Record<Column, string | number | boolean | null>;

/** Most characters in one statement, unless a single mail has more. Why: the process serves no other request while it encodes them. */
const maxCharacters = 512 * 1024;

/** Writes record, content and, for mail that is to be sent, the due delivery; in one statement unless the mails are large. The last is sent with the commit. */
export async function insertMails(tx: ProjectTx, accepted: readonly Acceptance[], periodStart: Date): Promise<void> {
  let rows: InsertRow[] = [];
  let characters = 0;
  for (const [index, one] of accepted.entries()) {
    const row = rowOf(one, periodStart);
    rows.push(row);
    characters += sizeOf(row);
    const isLast = index === accepted.length - 1;
    if (characters < maxCharacters && !isLast) continue;
    if (isLast) writeLater(tx.db, insertOf(tx, rows));
    else await tx.db.executeQuery(insertOf(tx, rows));
    rows = [];
    characters = 0;
  }
}

function insertOf(tx: ProjectTx, rows: readonly InsertRow[]): CompiledQuery {
  const lists = mailColumns.map(([name]) => rows.map((row) => row[name]));
  const bodies = bodyColumns.flatMap((name) => rows.map((row) => row[name]));
  const values = [tx.projectId, tx.now, horizonSeconds, ...lists, ...bodies];
  return CompiledQuery.raw(insertStatement(rows.length), values);
}

const sizeOf = (row: InsertRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

const rowOf = ({ mail, closure }: Acceptance, periodStart: Date): InsertRow => ({
  id: mail.id,
  contact_id: mail.contactId,
  status: closure?.status ?? 'QUEUED',
  reason: closure?.reason ?? null,
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
  depth: mail.depth,
  is_public: mail.isPublic,
  html: mail.html,
  text: mail.text,
  headers: JSON.stringify(mail.headers),
  variables: JSON.stringify(mail.variables),
  warnings: JSON.stringify(mail.warnings),
  attachments: JSON.stringify(mail.attachments),
  content_facts: factsOf(mail),
  unsubscribe_url: mail.unsubscribeUrl,
  tracks_opens: mail.tracksOpens,
  tracks_clicks: mail.tracksClicks,
  sender_domain: domainOf(mail.fromEmail),
  lane: lanes.indexOf(laneOf(mail)),
  counted_in: isCounted({ mail, closure }) ? periodStart.toISOString() : null,
});

/** What is kept longer than the body (D-616, D-636); null if there is nothing. The bytes of files have a retention of their own. */
function factsOf({ headers, warnings, attachments }: AcceptedMail): string | null {
  if (Object.keys(headers).length + warnings.length + attachments.length === 0) return null;
  return JSON.stringify({ headers, warnings, attachments: attachments.map(({ blob: _bytes, ...fact }) => fact) });
}
