import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { type Audience, loadAudience } from './audience.ts';

/** Stores which events each tracked segment mentions; called after every change of a tree, a slug or the tracking. */
export async function watchEvents(tx: ProjectTx): Promise<Audience> {
  const audience = await loadAudience(tx);
  for (const segment of audience.segments.values()) {
    const watchedEvents = segment.tree && segment.trackMembership ? audience.watchedEvents(segment.tree).sort() : [];
    await tx.db
      .updateTable('segments')
      .set({ watchedEvents })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', segment.id)
      .where(sql<boolean>`watched_events is distinct from ${watchedEvents}::text[]`)
      .execute();
  }
  return audience;
}
