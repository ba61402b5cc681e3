import { type RawBuilder, sql } from 'kysely';
import type { ProjectContext, ProjectId, ProjectReader } from '#platform/context';
import { isStatementTimeout } from '#platform/db';
import type { Condition } from '#pure/conditions';
import { limits } from '#pure/limits';
import { type Audience, loadAudience } from './audience.ts';

/**
 * For a statement that reads all contacts: five seconds at most, memory for its hash tables, and no JIT compiler, which
 * costs up to 400 ms for conditions that take less without it.
 */
export const prepareCounting = (
  { db }: ProjectReader,
  milliseconds = limits.segmentCountMilliseconds,
): Promise<unknown> =>
  sql`select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('work_mem', '32MB', true),
             set_config('jit', 'off', true)`.execute(db);

export interface MemberCount {
  count: number;
  /** The moment it was true. */
  at: Date;
}

/** How many contacts match a condition now; null when counting takes longer than five seconds (D-333). */
export async function countMembers(ctx: ProjectContext, tree: Condition): Promise<MemberCount | null> {
  try {
    return await ctx.read(async (reader) => {
      await prepareCounting(reader);
      const { rows } = await countStatement(await loadAudience(reader), reader.projectId, tree).execute(reader.db);
      return { count: Number(rows[0]?.count ?? 0), at: reader.now };
    });
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}

export const countStatement = (
  audience: Audience,
  projectId: ProjectId,
  tree: Condition,
): RawBuilder<{ count: string }> =>
  sql`select count(*) from contacts c where c.project_id = ${projectId} and (${audience.matches(tree)})`;
