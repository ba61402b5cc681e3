import type { Config } from '#platform/config';
import type { InstanceContext, InstanceTx } from '#platform/context';
import { claimToken } from './account-tokens.ts';
import { hasUsers } from './create-user.ts';
import { makeToken } from './token.ts';

const farFuture = new Date('9999-01-01T00:00:00Z');

/**
 * The link with which the first person signs up as administrator of the instance; null once there is a user. Processes that start
 * together get the same link; with `isNew` it is another one, and the one before ends.
 */
export async function ownerLink(ctx: InstanceContext, { isNew = false } = {}): Promise<string | null> {
  const token = await ctx.transaction(async (tx) => {
    if (await hasUsers(tx)) return null;
    if (isNew)
      await tx.db.deleteFrom('accountTokens').where('purpose', '=', 'owner').where('usedAt', 'is', null).execute();
    // Invariant: there is one unused owner token at most.
    await tx.db
      .insertInto('accountTokens')
      .values({ id: tx.newId(), purpose: 'owner', createdAt: tx.now, expiresAt: farFuture })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return tx.db
      .selectFrom('accountTokens')
      .select('id')
      .where('purpose', '=', 'owner')
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow();
  });
  return token && `${ctx.config.BASE_URL}/app/start?token=${makeToken(ctx.config, 'owner', token.id)}`;
}

/** Uses the owner token up; only while there is no user. */
export async function claimOwnerToken(tx: InstanceTx, config: Config, token: string): Promise<boolean> {
  return (await claimToken(tx, config, 'owner', token)) !== null && !(await hasUsers(tx));
}
