import { dispatchInBatches, every } from '#platform/context';

const batch = 2_000;

/** Adds the rows that connections have written to one for each quarter of an hour. A second run finds nothing. */
export const foldFigures = every({ minutes: 15 }, 'contacts.fold-figures', (ctx) =>
  dispatchInBatches(ctx, 'fold_contact_figures', [], batch),
);
