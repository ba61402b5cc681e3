import type { ProjectTx } from '#platform/context';
import { fromOutside } from '#pure/causes';
import { loadAudience } from './audience.ts';
import { checkContacts, type MembershipChanges } from './check-contacts.ts';

const pageSize = 1_000;

/** Checks one page of all contacts against one tracked segment, in the order of their ids. */
export async function checkPage(
  tx: ProjectTx,
  segmentId: string,
  after: string,
): Promise<MembershipChanges & { next: string | null }> {
  const audience = await loadAudience(tx);
  const segment = audience.segments.get(segmentId);
  if (!segment?.tree || !segment.trackMembership) return { added: 0, removed: 0, next: null }; // switched off meanwhile
  const rows = await tx.db
    .selectFrom('contacts')
    .select('id')
    .where('projectId', '=', tx.projectId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
  const ids = rows.map((row) => row.id);
  const changes = await checkContacts(tx, audience, [segment], ids, () => fromOutside);
  return { ...changes, next: ids.length < pageSize ? null : (ids.at(-1) ?? null) };
}
