import { dispatchInBatches, every } from '#platform/context';

const batch = 2_000;

/** Adds the rows that connections have written to one for each quarter of an hour. A second run finds nothing. */
export const foldStarts = every({ minutes: 15 }, 'workflows.fold-starts', (ctx) =>
  dispatchInBatches(ctx, 'fold_workflow_starts', [], batch),
);
