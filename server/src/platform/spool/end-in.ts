import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Claim } from './claim.ts';

/**
 * Ends a claim inside the feature's own transaction: the row is deleted if and only if the rest commits.
 * Returns false when another worker has taken the row over; the feature then rolls back or keeps only the evidence.
 */
export const completeIn = async (tx: ProjectTx, claim: Claim): Promise<boolean> =>
  (await completeAllIn(tx, [claim])).length === 1;

/** The same for many claims of this project in one statement. Returns those that were still ours. */
export async function completeAllIn(tx: ProjectTx, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const [first] = claims;
  if (!first) return [];
  const sorted = inKeyOrder(claims);
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(first.table)} t
     using unnest(${sorted.map((claim) => claim.id)}::uuid[], ${sorted.map((claim) => claim.fence)}::uuid[]) w (id, fence)
     where t.project_id = ${tx.projectId} and t.id = w.id and t.fence = w.fence
    returning t.id`.execute(tx.db);
  return accepted(claims, rows);
}

/** Ends a claim inside the feature's own transaction: the row waits again until `dueAt`, its count of claims at 0. */
export const postponeIn = async (tx: ProjectTx, claim: Claim, dueAt: Date): Promise<boolean> =>
  (await postponeAllIn(tx, [claim], () => dueAt)).length === 1;

export async function postponeAllIn(
  tx: ProjectTx,
  claims: readonly Claim[],
  dueAtOf: (claim: Claim) => Date,
): Promise<readonly Claim[]> {
  const [first] = claims;
  if (!first) return [];
  const sorted = inKeyOrder(claims);
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(first.table)} t set fence = null, lease_until = null, claims = 0, due_at = w.due_at
      from unnest(${sorted.map((claim) => claim.id)}::uuid[], ${sorted.map((claim) => claim.fence)}::uuid[],
                  ${sorted.map((claim) => dueAtOf(claim).toISOString())}::timestamptz[]) w (id, fence, due_at)
     where t.project_id = ${tx.projectId} and t.id = w.id and t.fence = w.fence
    returning t.id`.execute(tx.db);
  return accepted(claims, rows);
}

// Why: many rows of a spool are always locked in the order of their key, or two batches could deadlock.
const inKeyOrder = (claims: readonly Claim[]): Claim[] => claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));

function accepted(claims: readonly Claim[], rows: readonly { id: string }[]): readonly Claim[] {
  if (rows.length === claims.length) return claims;
  const ids = new Set(rows.map((row) => row.id));
  return claims.filter((claim) => ids.has(claim.id));
}
