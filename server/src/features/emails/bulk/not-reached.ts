import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

/** Whether no mail of this source was handed over to the contact of a row `c` (D-828). Null: there is no such source. */
export function isNotReached(
  { projectId }: Pick<ProjectReader, 'projectId'>,
  sourceId: string | null,
): RawBuilder<boolean> {
  if (sourceId === null) return sql`true`;
  return sql`not exists (
    select 1 from emails x where x.project_id = ${projectId} and x.contact_id = c.id and x.campaign_id = ${sourceId}
       and x.sent_at is not null)`;
}
