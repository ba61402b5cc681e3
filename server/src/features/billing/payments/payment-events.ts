import type { InstanceReader, InstanceTx, ProjectTx } from '#platform/context';

export async function isSeen({ db }: InstanceReader, id: string): Promise<boolean> {
  const found = await db.selectFrom('paymentEvents').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** Remembers an event. The effect belongs in the same transaction. */
export async function noteSeen({ db, now }: Pick<InstanceTx | ProjectTx, 'db' | 'now'>, id: string): Promise<void> {
  await db
    .insertInto('paymentEvents')
    .values({ id, receivedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
