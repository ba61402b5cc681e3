import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import type { EventSource } from './event.ts';
import { hasName } from './event-filter.ts';

/** Every name that has events, most frequent first (D-413). A name whose events are not folded yet is found in the log. */
export async function listEventNames(ctx: ProjectContext, source: EventSource | undefined): Promise<string[]> {
  return ctx.read(async ({ db, projectId }) => {
    const { rows } = await sql<{ name: string }>`
      select n.name from event_names n
       where n.project_id = ${projectId} and ${hasName('n.name', { name: undefined, source })}
         and ((n.total > 0 and n.removing_through is null) or exists (
           select 1 from events e where e.project_id = ${projectId} and e.name = n.name
              and e.created_at > coalesce(n.removing_through, '-infinity')))
       order by n.total desc, n.name`.execute(db);
    return rows.map((row) => row.name);
  });
}
