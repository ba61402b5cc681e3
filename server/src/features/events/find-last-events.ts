import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';

/** The last event of a name; its data is null as well once the log no longer has it. */
export interface LastEvent {
  readonly at: Date;
  readonly data: JsonObject | null;
}

/** The last events of a contact by name, from the marks and at most one row of the log each. Names without one are left out. */
export async function findLastEvents(
  { db, projectId }: ProjectReader,
  contactId: ContactId,
  names: readonly string[],
): Promise<ReadonlyMap<string, LastEvent>> {
  const { rows } = await sql<LastEvent & { name: string }>`
    select m.name, m.last_at as at, e.data
      from contact_events m
      left join lateral (
        select e.data from events e
         where e.project_id = m.project_id and e.contact_id = m.contact_id and e.created_at = m.last_at and e.name = m.name
         order by e.id desc limit 1) e on true
     where m.project_id = ${projectId} and m.contact_id = ${contactId} and m.name = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ name, ...event }) => [name, event]));
}
