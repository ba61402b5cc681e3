import { type RawBuilder, sql } from 'kysely';
import type { ProjectTx } from './context.ts';

const rowsAtOnce = 5_000;

/** A table of a project, and what follows the project in its key; the beginning of it where few rows share that. */
export type WipedTable = readonly [table: string, ...key: string[]];

/** Deletes a page of the first of these tables that has rows of the project; true while there may be more. */
export async function wipePages(tx: ProjectTx, tables: readonly WipedTable[], page = rowsAtOnce): Promise<boolean> {
  for (const table of tables) if (await wipePage(tx, table, { page })) return true;
  return false;
}

interface WipedPage {
  readonly page?: number;
  /** Of the project's rows: only these. */
  readonly where?: RawBuilder<unknown>;
}

/**
 * Deletes a page of a table; true while there may be more.
 * Why the rows that were found, not those that were deleted: retention may have deleted all of a page at the same moment.
 */
export async function wipePage(
  { db, projectId }: ProjectTx,
  [table, ...keys]: WipedTable,
  { page = rowsAtOnce, where = sql`true` }: WipedPage = {},
): Promise<boolean> {
  const key = sql.join(keys.map((column) => sql.ref(column)));
  const { rows } = await sql<{ isFound: boolean }>`
    with page as materialized (
      select ${key} from ${sql.table(table)} where project_id = ${projectId} and ${where} limit ${page}),
    gone as (delete from ${sql.table(table)} where project_id = ${projectId} and (${key}) in (select ${key} from page))
    select exists (select from page) as is_found`.execute(db);
  return rows[0]?.isFound === true;
}

/** The same of a log whose partitions are made by time, its oldest rows first. */
export async function wipeOldest(
  { db, projectId }: ProjectTx,
  table: 'events' | 'activity_log',
  page = rowsAtOnce,
): Promise<boolean> {
  const { rows } = await sql<{ isFound: boolean }>`
    with page as materialized (
      select max(created_at) as last from (
        select created_at from ${sql.table(table)} where project_id = ${projectId} order by created_at limit ${page}) p),
    gone as (delete from ${sql.table(table)} where project_id = ${projectId} and created_at <= (select last from page))
    select last is not null as is_found from page`.execute(db);
  return rows[0]?.isFound === true;
}
