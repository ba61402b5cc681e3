import { type ProjectTx, wipePage } from '#platform/context';

/** Deletes a page of a project's keys; true while there may be more. */
export const wipeIdempotencyKeys = (tx: ProjectTx): Promise<boolean> =>
  wipePage(tx, ['idempotency_keys', 'space', 'key']);
