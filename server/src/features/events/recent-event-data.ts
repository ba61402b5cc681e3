import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { reservedNamePattern } from '#pure/event-names';
import { limits } from '#pure/limits';

/**
 * The data of the last events of these names, or of the names that apps send most: at most a hundred, newest first. Each name is
 * looked up by itself: in a log of mostly other events a search for the last ones would read them all.
 */
export async function recentEventData(
  { db, projectId }: ProjectReader,
  names: readonly string[] | null,
): Promise<JsonObject[]> {
  const isWanted = names === null ? sql`n.name !~ ${reservedNamePattern}` : sql`n.name = any(${names}::text[])`;
  const { rows } = await sql<{ data: JsonObject | null }>`
    select e.data
      from (select n.name from event_names n where n.project_id = ${projectId} and ${isWanted}
             order by n.total desc, n.name limit ${maxNames}) n
     cross join lateral (
       select e.data, e.created_at, e.id from events e where e.project_id = ${projectId} and e.name = n.name
        order by e.created_at desc, e.id desc limit ${limits.eventsReadForFields}) e
     order by e.created_at desc, e.id desc limit ${limits.eventsReadForFields}`.execute(db);
  return rows.flatMap(({ data }) => (data === null ? [] : [data]));
}

const maxNames = 100;
