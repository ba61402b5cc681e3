import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Category } from './category.ts';

/** The period that a transaction counts in, and the cap of a category. */
export interface OpenUsage {
  readonly category: Category;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** Null: no cap is set. */
  readonly cap: number | null;
}

interface OpenRow {
  periodStart: Date;
  periodEnd: Date;
  cap: string | null;
}

/**
 * Reads period and cap, which then stay as they are until the transaction ends. It waits for nobody but a change of the caps: send it
 * together with other statements.
 */
export async function openUsage({ db, projectId }: ProjectTx, category: Category): Promise<OpenUsage> {
  const query = CompiledQuery.raw(statement, [projectId, category]);
  const [row] = (await db.getExecutor().executeQuery<OpenRow>(query)).rows;
  if (!row) throw new Error('a function returns one row');
  return { ...row, category, cap: row.cap === null ? null : Number(row.cap) };
}

const statement = 'select period_start, period_end, cap from open_usage($1, $2)';
