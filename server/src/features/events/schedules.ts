import { dispatchInBatches, every } from '#platform/context';

/** After a long standstill the fold catches up ten minutes of events a call; the rest waits for the next minute. */
const mostFolds = 500;

/** Folds what can no longer change into the counts. A second run finds the mark moved on. */
export const foldCounts = every({ minutes: 1 }, 'fold-event-counts', async (ctx) => {
  for (let folds = 0; folds < mostFolds; folds += 1) {
    const [row] = await ctx.dispatch<{ fold_event_counts: boolean }>('fold_event_counts', []);
    if (!row?.fold_event_counts) return;
  }
});

const monthsAhead = 3;
const expiryBatch = 10_000;

/** Makes the months to come and drops those whose time is over. Both leave alone what is there or gone already. */
export const turnMonths = every({ minutes: 30 }, 'turn-event-months', async (ctx) => {
  await ctx.dispatch('make_event_months', [monthsAhead]);
  const keepDays = ctx.config.EVENT_RETENTION_DAYS;
  if (keepDays === 0) return;
  await dispatchInBatches(ctx, 'expire_event_counts', [keepDays], expiryBatch);
  await ctx.dispatch('drop_event_months', [keepDays]);
  await dispatchInBatches(ctx, 'trim_event_months', [keepDays], expiryBatch);
});
