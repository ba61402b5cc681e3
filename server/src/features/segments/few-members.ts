import { type RawBuilder, sql } from 'kysely';
import { type Contact, contactColumns, toContact } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { type Condition, candidateSearches } from '#pure/conditions';
import type { Audience } from './audience.ts';

/**
 * Counts the matching contacts if indexes find few candidates; null otherwise, and then all contacts have to be read.
 * Why one statement: the places of the candidates are valid in its snapshot alone.
 */
export async function countFew(reader: ProjectReader, audience: Audience, tree: Condition): Promise<number | null> {
  const { rows } = (await fewCountStatement(reader, audience, tree)?.execute(reader.db)) ?? { rows: [] };
  const found = rows[0]?.found ?? null;
  return found === null ? null : Number(found);
}

export const fewCountStatement = (reader: Pick<ProjectReader, 'projectId'>, audience: Audience, tree: Condition) =>
  fewStatement(reader, audience, tree, (rows) => sql<string>`select count(*) from contacts c where ${rows}`);

/** The ids of the matching contacts, newest first, if indexes find few candidates; null otherwise. */
export async function listFew(reader: ProjectReader, audience: Audience, tree: Condition): Promise<string[] | null> {
  const ids = (rows: RawBuilder<unknown>) =>
    sql<
      string[]
    >`select coalesce(array_agg(c.id order by c.created_at desc, c.id desc), '{}') from contacts c where ${rows}`;
  const { rows } = (await fewStatement(reader, audience, tree, ids)?.execute(reader.db)) ?? { rows: [] };
  return rows[0]?.found ?? null;
}

/** The contacts with these ids, newest first; those that are gone meanwhile are left out. */
export async function loadContacts({ db, projectId }: ProjectReader, ids: readonly string[]): Promise<Contact[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toContact);
}

/**
 * An aggregate over the matching contacts, a selection from `contacts c` with the given condition; null when the candidates are too
 * many. Undefined when no index can help.
 * Invariant: contacts are read and tested under row security. The function only says where to look.
 */
export function fewStatement<T>(
  { projectId }: Pick<ProjectReader, 'projectId'>,
  audience: Audience,
  tree: Condition,
  selection: (rows: RawBuilder<unknown>) => RawBuilder<T>,
): RawBuilder<{ found: T | null }> | undefined {
  const searches = candidateSearches(tree, audience.options);
  if (searches.length === 0) return undefined;
  const rows = sql`c.project_id = ${projectId} and c.ctid = any ((select places from candidates)::tid[])
    and (${audience.matches(tree)})`;
  return sql`
    with candidates as materialized (select segment_candidates(${JSON.stringify(searches)}::jsonb) as places)
    select case when (select places from candidates) is not null then (${selection(rows)}) end as found`;
}
