import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

/** What items about a mail show of its record (D-1010). */
export type MailMetadata = {
  readonly emailId: string;
  readonly subject: string | null;
  readonly from: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly toName: string | null;
  readonly sourceType: string;
  readonly type: string;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly workflowId: string | null;
  readonly workflowName: string | null;
  readonly test: boolean;
  readonly totalOpens: number;
  readonly totalClicks: number;
};

/** By the id of the mail, in one statement for a page. The subject of a campaign's mail is that of its text. */
export async function loadMailMetadata(
  { db, projectId }: ProjectReader,
  ids: readonly string[],
): Promise<Map<string, MailMetadata>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MailMetadata>`
    select e.id as email_id, case when e.recipient is not null then coalesce(e.subject, x.subject) end as subject,
           e.from_email as from, e.from_name, e.reply_to, e.recipient_name as to_name, e.source_type, e.type, e.campaign_id,
           c.name as campaign_name, e.workflow_id, w.name as workflow_name, e.is_test as test, e.opens as total_opens, e.clicks as total_clicks
      from emails e
      left join shared_texts x on x.project_id = e.project_id and x.id = e.campaign_id
      left join campaigns c on c.project_id = e.project_id and c.id = e.campaign_id
      left join workflows w on w.project_id = e.project_id and w.id = e.workflow_id
     where e.project_id = ${projectId} and e.id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.emailId, row]));
}
