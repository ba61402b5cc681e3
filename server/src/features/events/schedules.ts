import { dispatchInBatches, every, type InstanceContext } from '#platform/context';

/** After a long standstill each call folds ten minutes of events; the rest waits for the next run. */
const maxFolds = 500;

/** Folds events that can no longer change into the counts. A second run finds the mark advanced. */
export const foldCounts = every({ minutes: 1 }, 'fold-event-counts', async (ctx) => {
  for (let folds = 0; folds < maxFolds; folds += 1) {
    const [row] = await ctx.dispatch<{ fold_event_counts: boolean }>('fold_event_counts', []);
    if (!row?.fold_event_counts) return;
  }
});

const expiryBatch = 10_000;

/** Counts of days whose events are about to be dropped with their month. */
export async function expireCounts(ctx: InstanceContext, keepDays: number): Promise<void> {
  if (keepDays > 0) await dispatchInBatches(ctx, 'expire_event_counts', [keepDays], expiryBatch);
}
