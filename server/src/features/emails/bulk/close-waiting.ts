import { sql } from 'kysely';
import { giveBackUsage } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { announceClosed } from '../announce-closed.ts';
import { type CountedDelivery, countedAs } from '../counted-as.ts';
import type { EmailClosure } from '../email.ts';
import type { EmailFacts } from '../email-event.ts';

export interface Closing {
  readonly sourceId: string;
  readonly closure: EmailClosure;
  /** How many rows are looked at. */
  readonly limit: number;
}

/** Closes emails of a source that are not yet due, from one id on. Returns the last that was looked at; null: that was the last. */
export async function closeNotDue(
  tx: ProjectTx,
  { sourceId, closure, limit, after, upTo }: Closing & { readonly after: string; readonly upTo: string },
): Promise<string | null> {
  const { rows } = await sql<{ looked: number; last: string | null; closed: EmailFacts[] | null }>`
    with looked as materialized (
      select e.id, e.campaign_id, e.status from emails e
       where e.project_id = ${tx.projectId} and e.id > ${after} and e.id <= ${upTo} order by e.id limit ${limit}),
    closed as (
      update emails e set status = ${closure.status}, reason = ${closure.reason}, updated_at = ${tx.now}
        from looked l
       where e.project_id = ${tx.projectId} and e.id = l.id and l.campaign_id = ${sourceId} and e.status = 'QUEUED'
         and not exists (select 1 from deliveries d where d.project_id = e.project_id and d.id = e.id)
      returning ${emailFacts})
    select (select count(*)::int from looked) as looked, (select id from looked order by id desc limit 1) as last,
           (select json_agg(c) from closed c) as closed`.execute(tx.db);
  const [row] = rows;
  await announce(tx, row?.closed ?? [], closure);
  return row && row.looked >= limit ? row.last : null;
}

/**
 * Closes mails of a source that are due and have not passed the gate, and gives back what they counted; returns how many. A repeat from doubt is made due: the worker
 * that claims it closes it as sent, because its first hand-over may have arrived (D-817).
 */
export async function closeDue(tx: ProjectTx, { sourceId, closure, limit }: Closing): Promise<number> {
  await sql`
    update deliveries set due_at = now(), hold_reason = null
     where project_id = ${tx.projectId} and campaign_id = ${sourceId} and phase is null and repeats > 0 and lease_until is null
       and due_at > now()`.execute(tx.db);
  const { rows } = await sql<EmailFacts & CountedDelivery>`
    with due as materialized (
      select d.id from deliveries d
       where d.project_id = ${tx.projectId} and d.campaign_id = ${sourceId} and d.phase is null and d.repeats = 0
       order by d.id limit ${limit} for update skip locked),
    gone as (
      delete from deliveries d using due where d.project_id = ${tx.projectId} and d.id = due.id
      returning d.id, d.counted_in, d.source_id)
    update emails e set status = ${closure.status}, reason = ${closure.reason}, updated_at = ${tx.now}
      from gone g
     where e.project_id = ${tx.projectId} and e.id = g.id and e.status = 'QUEUED'
    returning ${emailFacts}, g.counted_in, g.source_id`.execute(tx.db);
  await announce(tx, rows, closure);
  giveBackUsage(tx, countedAs(rows));
  return rows.length;
}

const announce = (tx: ProjectTx, closed: readonly EmailFacts[], { status, reason }: EmailClosure): Promise<void> =>
  announceClosed(
    tx,
    closed.map((mail) => ({ mail, status, reason })),
  );

/** Why quoted: rows that come as JSON keep these names. */
const emailFacts = sql`e.id, e.contact_id as "contactId", e.recipient, e.subject, e.from_email as "fromEmail",
  e.from_name as "fromName", e.type, e.source_type as "sourceType", e.template_id as "templateId",
  e.campaign_id as "campaignId", e.workflow_id as "workflowId", e.execution_id as "executionId", e.is_test as "isTest",
  e.depth, e.is_public as "isPublic"`;
