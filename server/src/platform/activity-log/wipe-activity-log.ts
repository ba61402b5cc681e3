import { type ProjectTx, wipeOldest } from '#platform/context';

/** Deletes a page of a project's log; true while there may be more. */
export const wipeActivityLog = (tx: ProjectTx): Promise<boolean> => wipeOldest(tx, 'activity_log');
