import { dispatchInBatches, every } from '#platform/context';

const batch = 2_000;

/** Adds the rows that connections have written to one for each quarter, and of breakdowns for each day too. A second run finds nothing. */
export const foldFigures = every({ minutes: 15 }, 'emails.fold-figures', async (ctx) => {
  await dispatchInBatches(ctx, 'fold_mail_figures', [], batch);
  await dispatchInBatches(ctx, 'fold_mail_breakdowns', [], batch);
});
