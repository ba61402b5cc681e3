import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { ImageType } from '#platform/images';
import { maxBytesOf } from './max-bytes.ts';
import { StorageAway, StorageFull } from './refusals.ts';

export interface NewFile {
  readonly key: string;
  readonly type: ImageType;
  readonly bytes: Buffer;
}

/**
 * Stores bytes and row. Outside of the database bytes come first, and are listed for removal until the row is written: whatever is
 * interrupted in between is removed a day later.
 */
export async function storeFile(ctx: ProjectContext, file: NewFile): Promise<void> {
  const { files } = ctx;
  if (!files) return ctx.transaction((tx) => writeRow(tx, file, file.bytes));
  await ctx.transaction((tx) =>
    tx.db.insertInto('fileRemovals').values({ key: file.key, dueAt: sql<Date>`now() + interval '1 day'` }).execute(),
  );
  await files.put(file.key, file.bytes, file.type).catch((error: unknown) => {
    ctx.log.error({ error, key: file.key }, 'a file could not be stored');
    throw StorageAway();
  });
  await ctx.transaction(async (tx) => {
    await keep(tx, file.key);
    await writeRow(tx, file, null);
  });
}

/** Takes a file from the list of removals. One that is due may be gone already. */
async function keep(tx: ProjectTx, key: string): Promise<void> {
  const kept = await tx.db
    .deleteFrom('fileRemovals')
    .where('key', '=', key)
    .where('dueAt', '>', sql<Date>`now()`)
    .returning('key')
    .executeTakeFirst();
  if (!kept) throw new Error('the file took more than a day to store');
}

async function writeRow(tx: ProjectTx, { key, type, bytes }: NewFile, content: Buffer | null): Promise<void> {
  await count(tx, bytes.length);
  await tx.db
    .insertInto('uploads')
    .values({ projectId: tx.projectId, key, type, size: bytes.length, content, createdAt: tx.now })
    .execute();
}

async function count(tx: ProjectTx, size: number): Promise<void> {
  const max = maxBytesOf(tx.config);
  const { rows } = await sql`
    insert into upload_totals as t (project_id, bytes) values (${tx.projectId}, ${size})
    on conflict (project_id) do update set bytes = t.bytes + excluded.bytes where t.bytes + excluded.bytes <= ${max}
    returning t.bytes`.execute(tx.db);
  if (rows.length > 0) return;
  const { bytes } = await tx.db
    .selectFrom('uploadTotals')
    .select('bytes')
    .where('projectId', '=', tx.projectId)
    .executeTakeFirstOrThrow();
  throw StorageFull(max, Number(bytes));
}
