import type { InstanceReader, InstanceTx, ProjectTx } from '#platform/context';

type Tx = Pick<InstanceTx | ProjectTx, 'db' | 'now'>;

export async function isSeen({ db }: InstanceReader, id: string): Promise<boolean> {
  const found = await db.selectFrom('snsMessages').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** Remembers a message; false when it was received before. The effect belongs in the same transaction. */
export async function noteSeen({ db, now }: Tx, id: string): Promise<boolean> {
  const noted = await db
    .insertInto('snsMessages')
    .values({ id, state: 'DONE', receivedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Stores a message that was not understood, for a week, for the operator. */
export async function keepMessage({ db, now }: Tx, id: string, reason: string, body: string): Promise<void> {
  await db
    .insertInto('snsMessages')
    .values({ id, state: 'KEPT', reason, body: storable(body), receivedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Parks a message of this transaction until its email is found. */
export async function parkMessage({ db }: Tx, id: string, body: string): Promise<void> {
  await db
    .updateTable('snsMessages')
    .set({ state: 'PARKED', body: storable(body) })
    .where('id', '=', id)
    .execute();
}

/** Locks a parked message; null when another worker has it or it is parked no more. */
export async function lockParked({ db }: Tx, id: string): Promise<{ body: string; receivedAt: Date } | null> {
  const row = await db
    .selectFrom('snsMessages')
    .select(['body', 'receivedAt'])
    .where('id', '=', id)
    .where('state', '=', 'PARKED')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ? { body: row.body ?? '', receivedAt: row.receivedAt } : null;
}

export async function closeParked({ db }: Tx, id: string): Promise<void> {
  await db.updateTable('snsMessages').set({ state: 'DONE', body: null }).where('id', '=', id).execute();
}

/** A text column cannot hold zero bytes. */
const storable = (body: string): string => body.replaceAll('\0', '\uFFFD').toWellFormed();
