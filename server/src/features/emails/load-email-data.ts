import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { emailDataOf, type ShownFacts } from './email-event.ts';

/**
 * What the events about these emails have in common, by the id of the email, in one statement. As each record was written: the id of a
 * template that was deleted since is among it.
 */
export async function loadEmailData(
  { db, projectId }: ProjectReader,
  ids: readonly string[],
): Promise<Map<string, JsonObject>> {
  const { rows } = await sql<ShownFacts>`
    select e.id, e.recipient, case when e.recipient is not null then coalesce(e.subject, x.subject) end as subject, e.from_email,
           e.from_name, e.type, e.source_type, e.template_id, e.campaign_id, e.workflow_id, e.execution_id, e.is_test
      from emails e left join shared_texts x on x.project_id = e.project_id and x.id = e.campaign_id
     where e.project_id = ${projectId} and e.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((email) => [email.id, emailDataOf(email)]));
}
