import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ProjectContext, ProjectId, ProjectReader } from '#platform/context';
import type { Condition } from '#pure/conditions';
import type { Audience } from './audience.ts';
import { loadAudience } from './audience.ts';

const mostMilliseconds = 5_000;

/**
 * For a statement that looks at all contacts: five seconds at most, memory for its hash tables, and no compiler, which costs up
 * to 400 ms for conditions that are answered in less.
 */
export const prepareCounting = ({ db }: ProjectReader, milliseconds = mostMilliseconds): Promise<unknown> =>
  sql`select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('work_mem', '32MB', true),
             set_config('jit', 'off', true)`.execute(db);

export interface MemberCount {
  count: number;
  /** The moment it was true. */
  at: Date;
}

/** How many contacts a condition finds now; null when counting takes longer than five seconds (D-333). */
export async function countMembers(ctx: ProjectContext, tree: Condition): Promise<MemberCount | null> {
  try {
    return await ctx.read(async (reader) => {
      await prepareCounting(reader);
      const { rows } = await countStatement(await loadAudience(reader), reader.projectId, tree).execute(reader.db);
      return { count: Number(rows[0]?.count ?? 0), at: reader.now };
    });
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}

export const countStatement = (
  audience: Audience,
  projectId: ProjectId,
  tree: Condition,
): RawBuilder<{ count: string }> =>
  sql`select count(*) from contacts c where c.project_id = ${projectId} and (${audience.matches(tree)})`;

/** PostgreSQL's own word for a statement that was stopped by its time limit. */
export const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === '57014'; // pg sets it
