import { sql } from 'kysely';
import { every, type InstanceContext } from '#platform/context';

const batch = 100;

/**
 * Removes files outside of the database whose time has come. A second run finds a file gone, which is no error. What cannot be removed
 * is tried again an hour later, so that it does not hold up the others.
 */
export const removeFiles = every({ minutes: 10 }, 'uploads.remove-files', async (ctx) => {
  if (!ctx.files) return;
  for (let due = await listDue(ctx); due.length > 0 && !ctx.stopping.aborted; due = await listDue(ctx)) {
    for (const key of due) await removeFile(ctx, key);
  }
});

async function listDue(ctx: InstanceContext): Promise<string[]> {
  const rows = await ctx.read(({ db }) =>
    db
      .selectFrom('fileRemovals')
      .select('key')
      .where('dueAt', '<=', sql<Date>`now()`)
      .orderBy('dueAt')
      .limit(batch)
      .execute(),
  );
  return rows.map(({ key }) => key);
}

async function removeFile(ctx: InstanceContext, key: string): Promise<void> {
  try {
    await ctx.files?.remove(key);
    await ctx.transaction(({ db }) => db.deleteFrom('fileRemovals').where('key', '=', key).execute());
  } catch (error) {
    ctx.log.warn({ error, key }, 'a file could not be removed');
    await ctx.transaction(({ db }) =>
      db
        .updateTable('fileRemovals')
        .set({ dueAt: sql<Date>`now() + interval '1 hour'` })
        .where('key', '=', key)
        .execute(),
    );
  }
}
