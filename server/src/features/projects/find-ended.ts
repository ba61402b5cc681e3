import { idleSeconds } from '#features/accounts';
import { callOnce, type Database } from '#platform/db';
import type { HeldCredential } from '#platform/identity';

/** Which of these credentials would no longer be let in: one call for all of them. */
export async function findEnded(
  database: Database,
  held: readonly HeldCredential[],
): Promise<ReadonlySet<HeldCredential>> {
  const rows = await callOnce<{ number: number }>(database, 'postrider_app', 'find_live_callers', [
    held.map(({ hash }) => hash),
    held.map(({ kind }) => kind),
    held.map(({ projectId }) => projectId),
    idleSeconds,
  ]);
  const live = new Set(rows.map(({ number }) => held[number - 1]));
  return new Set(held.filter((each) => !live.has(each)));
}
