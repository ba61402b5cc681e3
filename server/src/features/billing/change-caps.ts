import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { type Category, categories } from './category.ts';
import { loadUsage, type Usage } from './load-usage.ts';
import { noteSteps } from './note-steps.ts';

/** New caps; null removes one, and a category that is left out keeps its own (D-1142). */
export type CapChanges = { readonly [K in Category]?: number | null | undefined };

/**
 * Changes the caps. It waits for all transactions that count mail of the project, and those that come wait for it: so a new cap
 * holds for everything that is counted from its commit on. Usage that is over the new cap stays, and blocks (D-1145).
 */
export async function changeCaps(tx: ProjectTx, changes: CapChanges): Promise<Usage> {
  // The key of server/sql/billing/open_usage.sql, which takes it shared.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${tx.projectId}`}, 0))`.execute(tx.db);
  for (const category of categories) {
    const cap = changes[category];
    if (cap === null) await removeCap(tx, category);
    else if (cap !== undefined) await setCap(tx, category, cap);
  }
  const usage = await loadUsage(tx);
  await noteReached(tx, usage, changes);
  return usage;
}

async function setCap({ db, projectId }: ProjectTx, category: Category, cap: number): Promise<void> {
  await db
    .insertInto('billingCaps')
    .values({ projectId, category, cap })
    .onConflict((conflict) => conflict.columns(['projectId', 'category']).doUpdateSet({ cap }))
    .execute();
}

async function removeCap({ db, projectId }: ProjectTx, category: Category): Promise<void> {
  await db.deleteFrom('billingCaps').where('projectId', '=', projectId).where('category', '=', category).execute();
}

/** A cap may be set where much of it is used already. Nothing used: nobody needs to be told. */
async function noteReached(tx: ProjectTx, usage: Usage, changes: CapChanges): Promise<void> {
  const { periodStart, periodEnd } = usage;
  for (const { category, cap, used } of usage.categories) {
    if (typeof changes[category] !== 'number' || cap === null || used === 0) continue;
    const noted = await tx.db
      .selectFrom('billingNotices')
      .select('percent')
      .where('projectId', '=', tx.projectId)
      .where('category', '=', category)
      .where('periodStart', '=', periodStart)
      .orderBy('percent', 'desc')
      .limit(1)
      .executeTakeFirst();
    await noteSteps(tx, { category, periodStart, periodEnd, cap, used, notedPercent: noted?.percent ?? 0 });
  }
}
