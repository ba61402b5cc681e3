import { sql } from 'kysely';
import { z } from 'zod';
import { defineInstanceTask, every, type InstanceReader, type ProjectTx } from '#platform/context';
import { moveUnits } from '../units/close-units.ts';

const max = 100;

/**
 * A project is erased: what was counted is still billed, and its subscription is ended at the provider (D-1113). True while there may
 * be more units.
 */
export async function leaveProvider(tx: ProjectTx): Promise<boolean> {
  if (await moveUnits(tx, 'all')) return true;
  const account = await tx.db
    .deleteFrom('billingAccounts')
    .where('projectId', '=', tx.projectId)
    .returning(['customerId', 'subscriptionId'])
    .executeTakeFirst();
  if (!account?.subscriptionId) return false;
  const { customerId, subscriptionId } = account;
  await tx.db
    .insertInto('endedSubscriptions')
    .values({ subscriptionId, customerId, endedAt: tx.now })
    .onConflict((conflict) => conflict.column('subscriptionId').doNothing())
    .execute();
  return false;
}

/** Ends subscriptions of deleted projects. A second run finds them ended. */
export const endSubscriptions = defineInstanceTask({
  name: 'billing.end-subscriptions',
  payload: z.object({}),
  isMerged: true,

  async run(ctx) {
    const { payments } = ctx;
    if (!payments) return;
    const due = await ctx.read(listDue);
    for (const { subscriptionId } of due) {
      try {
        await payments.endSubscription(subscriptionId);
      } catch (error) {
        ctx.log.warn({ error }, 'subscription of a deleted project is not ended yet');
        continue; // its row stays, and the next run tries again
      }
      await ctx.transaction((tx) =>
        tx.db.deleteFrom('endedSubscriptions').where('subscriptionId', '=', subscriptionId).execute(),
      );
    }
  },
});

/** Those whose units are all reported, because they belong on the last invoice; or that have waited for that for a day. */
async function listDue({ db }: InstanceReader): Promise<{ subscriptionId: string }[]> {
  const { rows } = await sql<{ subscriptionId: string }>`
    select e.subscription_id from ended_subscriptions e
     where e.ended_at <= now() - interval '1 day'
        or not exists (select from meter_events m where m.customer_id = e.customer_id and m.state = 'WAITING')
     order by e.ended_at limit ${max}`.execute(db);
  return rows;
}

/** Repeats it until every one is confirmed. */
export const endLeftSubscriptions = every({ minutes: 5 }, 'billing.end-left-subscriptions', async (ctx) => {
  if (ctx.payments) await ctx.transaction((tx) => tx.enqueue(endSubscriptions, {}));
});
