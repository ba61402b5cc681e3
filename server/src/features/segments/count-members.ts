import { type RawBuilder, sql } from 'kysely';
import type { ProjectContext, ProjectId, ProjectReader } from '#platform/context';
import { applySettings, isStatementTimeout } from '#platform/db';
import type { Condition } from '#pure/conditions';
import { limits } from '#pure/limits';
import { type Audience, loadAudience } from './audience.ts';
import { countFew } from './few-members.ts';

/**
 * For a statement that reads all contacts: five seconds at most, memory for its hash tables, and no JIT compiler, which
 * costs up to 400 ms for conditions that take less without it.
 */
export const prepareCounting = ({ db }: ProjectReader, milliseconds = limits.segmentCountMilliseconds): void =>
  applySettings(db, { statement_timeout: String(milliseconds), work_mem: '32MB', jit: 'off' });

export interface MemberCount {
  count: number;
  /** The moment it was true. */
  at: Date;
}

/** How many contacts match a condition now; null when counting takes longer than five seconds (D-333). */
export async function countMembers(ctx: ProjectContext, tree: Condition): Promise<MemberCount | null> {
  try {
    return await ctx.read(async (reader) => {
      prepareCounting(reader);
      return { count: await countMatching(reader, await loadAudience(reader), tree), at: reader.now };
    });
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}

/** Through an index if the condition is selective, else by reading all contacts. */
export async function countMatching(reader: ProjectReader, audience: Audience, tree: Condition): Promise<number> {
  const few = await countFew(reader, audience, tree);
  if (few !== null) return few;
  const { rows } = await countStatement(audience, reader.projectId, tree).execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

export const countStatement = (
  audience: Audience,
  projectId: ProjectId,
  tree: Condition,
): RawBuilder<{ count: string }> =>
  sql`select count(*) from contacts c where c.project_id = ${projectId} and (${audience.matches(tree)})`;
