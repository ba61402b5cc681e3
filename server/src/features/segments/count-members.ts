import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ProjectContext, ProjectId, ProjectReader } from '#platform/context';
import type { Condition } from '#pure/conditions';
import type { Audience } from './audience.ts';
import { loadAudience } from './audience.ts';
import type { Segment } from './segment.ts';

const mostMilliseconds = 5_000;

/**
 * For a statement that looks at all contacts: five seconds at most, memory for its hash tables, and no compiler, which costs up
 * to 400 ms for conditions that are answered in less.
 */
export const prepareCounting = ({ db }: ProjectReader, milliseconds = mostMilliseconds): Promise<unknown> =>
  sql`select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('work_mem', '32MB', true),
             set_config('jit', 'off', true)`.execute(db);

/** How many contacts belong to a segment now; null when counting takes longer than five seconds (D-333). */
export async function countMembers(ctx: ProjectContext, segment: Segment): Promise<number | null> {
  try {
    return await ctx.read((reader) => countNow(reader, segment));
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}

async function countNow(reader: ProjectReader, segment: Segment): Promise<number> {
  const { db, projectId } = reader;
  await prepareCounting(reader);
  if (!segment.tree) {
    const { rows } = await sql<{ count: string }>`
      select count(*) from segment_members where project_id = ${projectId} and segment_id = ${segment.id}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  }
  const { rows } = await countStatement(await loadAudience(reader), projectId, segment.tree).execute(db);
  return Number(rows[0]?.count ?? 0);
}

export const countStatement = (
  audience: Audience,
  projectId: ProjectId,
  tree: Condition,
): RawBuilder<{ count: string }> =>
  sql`select count(*) from contacts c where c.project_id = ${projectId} and (${audience.matches(tree)})`;

/** PostgreSQL's own word for a statement that was stopped by its time limit. */
export const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === '57014'; // pg sets it

/** Counts, and writes the figure down when there is one. Nothing else changes: no event, no membership. */
export async function refreshCount(ctx: ProjectContext, segment: Segment): Promise<Segment> {
  const memberCount = await countMembers(ctx, segment);
  if (memberCount === null) return segment;
  return ctx.transaction(async (tx) => {
    await tx.db
      .updateTable('segments')
      .set({ memberCount, memberCountAt: tx.now })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', segment.id)
      .execute();
    return { ...segment, memberCount, memberCountAt: tx.now };
  });
}
