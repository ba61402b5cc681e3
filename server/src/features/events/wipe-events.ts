import { type ProjectTx, wipeOldest, wipePages } from '#platform/context';
import { blockFold } from './delete-events.ts';

/** Deletes the log in batches, then what was derived from it. */
export async function wipeEvents(tx: ProjectTx): Promise<boolean> {
  await blockFold(tx);
  if (await wipeOldest(tx, 'events')) return true;
  return wipePages(tx, [
    ['contact_events', 'name', 'contact_id'],
    ['event_counts', 'day', 'name', 'gap'],
    ['event_quarters', 'quarter', 'name'],
    ['event_names', 'name'],
  ]);
}
