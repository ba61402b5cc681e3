import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from './email-record.ts';

/**
 * The columns shown of `e`, an email, and `d`, its delivery row if there is one. The id of a deleted template is null.
 * The subject of a shared text is its own unless it differs from mail to mail. Why derived: the record is not written while a mail is under way, so claims and retries cost it nothing.
 */
export const recordColumns = sql`
  e.id, e.reason, e.error, e.recipient, e.recipient_name, e.contact_id, e.from_email, e.from_name, e.reply_to,
  case when e.recipient is not null then coalesce(e.subject, x.subject) end as subject,
  e.type, e.source_type, t.id as template_id, e.campaign_id, e.workflow_id, e.execution_id, e.step_execution_id, e.is_test,
  e.depth, e.is_public,
  greatest(e.attempts, coalesce(d.attempt, 0)) as attempts, e.opens, e.clicks, e.bounce_type, e.duplicate_possible,
  e.unconfirmed, e.request_id, e.resent_from, e.sent_at, e.delivered_at, e.opened_at, e.clicked_at, e.bounced_at,
  e.complained_at, e.unsubscribed_at, e.created_at, e.updated_at, ${shownStatus()} as status,
  coalesce(d.hold_reason, case when e.status = 'QUEUED' and d.id is null then (
    select s.reason from mail_stops s where s.project_id = e.project_id and s.source_id = e.campaign_id limit 1) end) as hold_reason,
  case when d.due_at > now() and d.lease_until is null and d.hold_reason is null then d.due_at end as next_attempt_at`;

/** Only the delivery row tells QUEUED and SENDING apart. */
export function shownStatus(): RawBuilder<string> {
  return sql`case when e.status = 'QUEUED' and (d.lease_until is not null or d.phase is not null) then 'SENDING'
                  else e.status end`;
}

export const recordTables = sql`
  emails e
  left join deliveries d on d.project_id = e.project_id and d.id = e.id
  left join templates t on t.project_id = e.project_id and t.id = e.template_id
  left join shared_texts x on x.project_id = e.project_id and x.id = e.campaign_id`;

/** These emails of the project, in the order of the ids. */
export async function loadRecords(reader: ProjectReader, ids: readonly EmailId[]): Promise<EmailRecord[]> {
  const { rows } = await sql<EmailRecord>`
    select ${recordColumns} from ${recordTables}
     where e.project_id = ${reader.projectId} and e.id = any(${ids}::uuid[])`.execute(reader.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
