import { createJob, defineJob, type JobId } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { nilId } from '#platform/ids';
import { limits } from '#pure/limits';
import type { MembershipChanges } from './check-contacts.ts';
import { checkPage } from './check-page.ts';
import { findSegment } from './find-segment.ts';
import { refreshCount } from './refresh-count.ts';
import { SegmentNotTracked } from './refusals.ts';
import type { SegmentId } from './segment.ts';

export type SegmentComputation =
  | { kind: 'done'; added: number; removed: number; total: number }
  | { kind: 'queued'; jobId: JobId };

/** Compares tracked membership with the condition and emits the difference (D-346). */
export async function computeSegment(ctx: ProjectContext, id: SegmentId): Promise<SegmentComputation> {
  const { segment, contacts } = await ctx.read(async (reader) => ({
    segment: await findSegment(reader, id),
    contacts: await countUpTo(reader, limits.rowsChangedWithinRequest + 1),
  }));
  if (!segment.tree)
    return { kind: 'done', added: 0, removed: 0, total: (await refreshCount(ctx, segment)).memberCount };
  if (!segment.trackMembership) throw SegmentNotTracked(id);
  if (contacts > limits.rowsChangedWithinRequest) {
    return {
      kind: 'queued',
      jobId: await ctx.transaction((tx) => createJob(tx, computeJob, { segmentId: id, contacts })),
    };
  }
  const changes = await ctx.transaction((tx) => checkPages(tx, id));
  const { memberCount } = await refreshCount(ctx, segment);
  return { kind: 'done', ...changes, total: memberCount };
}

/**
 * Why one transaction: checks of a project wait for each other until they commit, so a second compute finds what the first
 * one has committed, and neither reports the other's changes as its own (D-346).
 */
async function checkPages(tx: ProjectTx, id: SegmentId): Promise<MembershipChanges> {
  const changes: MembershipChanges = { added: 0, removed: 0 };
  for (let next: string | null = nilId; next !== null; ) {
    const page: MembershipChanges & { next: string | null } = await checkPage(tx, id, next);
    changes.added += page.added;
    changes.removed += page.removed;
    next = page.next;
  }
  return changes;
}

const countUpTo = async (
  reader: Parameters<Parameters<ProjectContext['read']>[0]>[0],
  max: number,
): Promise<number> => {
  const { contacts } = await reader.db
    .selectFrom((from) =>
      from.selectFrom('contacts').select('id').where('projectId', '=', reader.projectId).limit(max).as('some'),
    )
    .select(({ fn }) => fn.countAll<string>().as('contacts'))
    .executeTakeFirstOrThrow();
  return Number(contacts);
};

interface ComputeInput {
  segmentId: string;
  contacts: number;
}

/** The same in the background, for large projects. */
export const computeJob = defineJob<
  ComputeInput,
  { after: string; seen: number },
  { added: number; removed: number; total: number }
>({
  type: 'compute-segment',
  name: 'segments.compute',
  initialCounts: { added: 0, removed: 0, total: 0 },
  begin: async () => ({ cursor: { after: nilId, seen: 0 }, counts: { added: 0, removed: 0, total: 0 }, done: 0 }),
  open:
    async () =>
    async (tx, { input, cursor, counts }) => {
      const page = await checkPage(tx, input.segmentId, cursor.after);
      const { total } = await tx.db
        .selectFrom('segmentMembers')
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('projectId', '=', tx.projectId)
        .where('segmentId', '=', input.segmentId)
        .executeTakeFirstOrThrow();
      const seen = cursor.seen + 1_000;
      return {
        cursor: page.next === null ? null : { after: page.next, seen },
        counts: { added: counts.added + page.added, removed: counts.removed + page.removed, total: Number(total) },
        done: Math.min(0.99, seen / Math.max(1, input.contacts)),
      };
    },
});
