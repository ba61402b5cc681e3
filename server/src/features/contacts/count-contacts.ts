import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { patternOf } from './search-pattern.ts';

/** How many contacts a list shows in all: from the stored counts, or counted where a search narrows it. */
export async function countContacts(
  reader: ProjectReader,
  filter: { search: string | undefined; subscribed: boolean | undefined },
): Promise<number> {
  if (filter.search !== undefined) {
    const { rows } = await sql<{ found: string }>`
      select count_found_contacts(${patternOf(filter.search)}, ${filter.subscribed ?? null}) as found`.execute(
      reader.db,
    );
    return Number(rows[0]?.found ?? 0);
  }
  const { contacts, subscribed } = await contactTotals(reader);
  if (filter.subscribed === undefined) return contacts;
  return filter.subscribed ? subscribed : contacts - subscribed;
}

/** Exact: folded counts and waiting tallies, read in one statement and so at one moment. */
export async function contactTotals({
  db,
  projectId,
}: ProjectReader): Promise<{ contacts: number; subscribed: number }> {
  const { rows } = await sql<{ contacts: string; subscribed: string }>`
    select coalesce(sum(contacts), 0) as contacts, coalesce(sum(subscribed), 0) as subscribed
      from (select contacts, subscribed from contact_totals where project_id = ${projectId}
            union all
            select contacts, subscribed from contact_tallies where project_id = ${projectId}) f`.execute(db);
  return { contacts: Number(rows[0]?.contacts ?? 0), subscribed: Number(rows[0]?.subscribed ?? 0) };
}
