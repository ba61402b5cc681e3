import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from './email-record.ts';
import { loadRecords } from './load-records.ts';

/** The mails of a campaign have ids after `after`, up to `upTo` once they are complete. */
export type MailsOf =
  | { readonly campaignId: string; readonly after: string; readonly upTo: string | null }
  | { readonly templateId: string }
  | { readonly workflowId: string }
  | { readonly executionId: string };

/** The contact's newest email of a campaign, template, workflow or execution, or null. Limit: so many mails of the contact are looked at, newest first. */
export async function findRecord(
  reader: ProjectReader,
  contactId: ContactId,
  mails: MailsOf,
): Promise<EmailRecord | null> {
  // Why materialized: with these as a condition of the search the planner might walk all mails of the template, campaign or workflow.
  const { rows } = await sql<{ id: EmailId }>`
    with looked as materialized (
      select e.id, e.campaign_id, e.template_id, e.workflow_id, e.execution_id from emails e
       where e.project_id = ${reader.projectId} and e.contact_id = ${contactId} and ${isInRange(mails)}
       order by e.id desc limit ${limits.contactMailsLookedAt})
    select id from looked where ${isOf(mails)} order by id desc limit 1`.execute(reader.db);
  const [found] = await loadRecords(
    reader,
    rows.map(({ id }) => id),
  );
  return found ?? null;
}

function isInRange(mails: MailsOf): RawBuilder<boolean> {
  if (!('campaignId' in mails)) return sql`true`;
  const isUpTo = mails.upTo === null ? sql`true` : sql`e.id <= ${mails.upTo}`;
  return sql`e.id > ${mails.after} and ${isUpTo}`;
}

function isOf(mails: MailsOf): RawBuilder<boolean> {
  if ('templateId' in mails) return sql`template_id = ${mails.templateId}`;
  if ('workflowId' in mails) return sql`workflow_id = ${mails.workflowId}`;
  if ('executionId' in mails) return sql`execution_id = ${mails.executionId}`;
  return sql`campaign_id = ${mails.campaignId}`;
}

/** When a mail of this campaign was handed over to the contact, or null. Works after the campaign was deleted, too (D-828). */
export async function findHandOver(
  { db, projectId }: ProjectReader,
  contactId: ContactId,
  campaignId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('emails')
    .select('sentAt')
    .where('projectId', '=', projectId)
    .where('contactId', '=', contactId)
    .where('campaignId', '=', campaignId)
    .where('sentAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.sentAt ?? null;
}
