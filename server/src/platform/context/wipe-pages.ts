import { sql } from 'kysely';
import type { ProjectTx } from './context.ts';

const rowsAtOnce = 5_000;

/** A table of a project, and what follows the project in its key; the beginning of it where few rows share that. */
export type WipedTable = readonly [table: string, ...key: string[]];

/** Deletes a page of the first of these tables that has rows of the project; true while there may be more. */
export async function wipePages(
  { db, projectId }: ProjectTx,
  tables: readonly WipedTable[],
  page = rowsAtOnce,
): Promise<boolean> {
  for (const [table, ...keys] of tables) {
    const key = sql.join(keys.map((column) => sql.ref(column)));
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where project_id = ${projectId} and (${key}) in (
        select ${key} from ${sql.table(table)} where project_id = ${projectId} limit ${page})`.execute(db);
    if (numAffectedRows > 0n) return true;
  }
  return false;
}
