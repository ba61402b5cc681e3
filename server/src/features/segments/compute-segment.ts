import type { JobId } from '#features/jobs';
import { createJob, defineJob } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { Changes } from './check-contacts.ts';
import { checkPage, firstPage } from './check-page.ts';
import { findSegment } from './find-segment.ts';
import { refreshCount } from './refresh-count.ts';
import { SegmentNotTracked } from './refusals.ts';
import type { SegmentId } from './segment.ts';

/** Up to this many contacts are looked at within the request (D-124). */
const mostAtOnce = 50_000;

export type Computation =
  | { kind: 'done'; added: number; removed: number; total: number }
  | { kind: 'queued'; jobId: JobId };

/** Compares tracked membership with the condition and emits the difference (D-346). */
export async function computeSegment(ctx: ProjectContext, id: SegmentId): Promise<Computation> {
  const { segment, contacts } = await ctx.read(async (reader) => ({
    segment: await findSegment(reader, id),
    contacts: await countUpTo(reader, mostAtOnce + 1),
  }));
  if (!segment.tree)
    return { kind: 'done', added: 0, removed: 0, total: (await refreshCount(ctx, segment)).memberCount };
  if (!segment.trackMembership) throw SegmentNotTracked(id);
  if (contacts > mostAtOnce) {
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
 * one has left, and neither tells the other's changes as its own (D-346).
 */
async function checkPages(tx: ProjectTx, id: SegmentId): Promise<Changes> {
  const changes: Changes = { added: 0, removed: 0 };
  for (let next: string | null = firstPage; next !== null; ) {
    const page: Changes & { next: string | null } = await checkPage(tx, id, next);
    changes.added += page.added;
    changes.removed += page.removed;
    next = page.next;
  }
  return changes;
}

const countUpTo = async (
  reader: Parameters<Parameters<ProjectContext['read']>[0]>[0],
  most: number,
): Promise<number> => {
  const { contacts } = await reader.db
    .selectFrom((from) =>
      from.selectFrom('contacts').select('id').where('projectId', '=', reader.projectId).limit(most).as('some'),
    )
    .select(({ fn }) => fn.countAll<string>().as('contacts'))
    .executeTakeFirstOrThrow();
  return Number(contacts);
};

interface Input {
  segmentId: string;
  contacts: number;
}

/** The same in the background, for large projects. */
export const computeJob = defineJob<
  Input,
  { after: string; seen: number },
  { added: number; removed: number; total: number }
>({
  type: 'compute-segment',
  name: 'segments.compute',
  nothing: { added: 0, removed: 0, total: 0 },
  begin: async () => ({ cursor: { after: firstPage, seen: 0 }, counts: { added: 0, removed: 0, total: 0 }, done: 0 }),
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
