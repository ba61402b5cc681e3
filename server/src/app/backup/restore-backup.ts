import type { Client } from 'pg';
import { type Config, sessionUrlOf } from '#platform/config';
import { asOwner, copyIn, copyOut, listMigrations } from '#platform/db';
import { type FileStore, filesOf } from '#platform/files';
import { setWorkerPause } from '#platform/worker-pause';
import { CommandRefused } from '../commands/command.ts';
import { migrate } from '../migrate.ts';
import { type BackupEnd, BackupFile, type BackupHeader, keyOfBackup, parsed, verifyBackup } from './backup-content.ts';
import { damaged, type Frame, type FrameKind, readFrames } from './backup-file.ts';
import { type BackupPartition, type BackupTable, copyInText, copyOutText, listPartitions } from './backup-tables.ts';
import { refuseOthers } from './refuse-others.ts';
import { RowSum } from './row-sum.ts';

/**
 * Fills an empty database from a backup, in one transaction; the file is read to its end before anything is written. Every table is
 * compared with the backup before its files are put and before the commit. Afterwards no worker starts until `resume-sending`.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  progress: (line: string) => void = () => {},
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  progress('reading the backup');
  const { header, end } = await verifyBackup(config, path);
  const files = filesOf(config);
  try {
    if (end.files > 0 && !files)
      throw new CommandRefused(
        `The backup has ${end.files} files.`,
        'Set STORAGE to disk or s3, where they can be put.',
      );
    await asOwner(sessionUrlOf(config), refuseInUse);
    await migrate(sessionUrlOf(config));
    await asOwner(sessionUrlOf(config), async (client) => {
      await refuseOtherSchema(client, header);
      await client.query('begin');
      await client.query('lock table worker_pause in access exclusive mode'); // a worker that starts now waits, then sees the pause
      await makePartitions(client, header.partitions);
      await prepareTables(client, header.tables);
      const frames = readFrames(path, keyOfBackup(config));
      try {
        const cursor = await openCursor(frames);
        await load(client, cursor, header, progress);
        await closeTables(client, header.tables);
        await compare(client, header.tables, end, progress);
        await setWorkerPause(client, header.takenAt);
        await refuseOthers(client);
        await putFiles(files, cursor);
      } finally {
        await frames.return(undefined);
      }
      await client.query('commit');
      await client.query('analyze');
    });
    return { header, end };
  } finally {
    files?.close();
  }
}

/** Empty: without tables, or migrated and never used. */
async function refuseInUse(client: Client): Promise<void> {
  await refuseOthers(client);
  const { rows } = await client.query<{ is_migrated: boolean; tables: number }>(
    `select to_regclass('public.migrations') is not null as is_migrated,
            (select count(*)::int from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as tables`,
  );
  const isUsed = rows[0]?.is_migrated ? await hasRows(client) : (rows[0]?.tables ?? 0) > 0;
  if (isUsed)
    throw new CommandRefused(
      'The database that DATABASE_URL names is not empty.',
      'Make a new one with createdb and name that.',
    );
}

async function hasRows(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    'select exists (select from users) or exists (select from projects) as has',
  );
  return rows[0]?.has === true;
}

async function refuseOtherSchema(client: Client, { migrations, version }: BackupHeader): Promise<void> {
  const own = await listMigrations(client);
  if (own.length === migrations.length && own.every((name, place) => name === migrations[place])) return;
  throw new CommandRefused(
    `This backup has the tables of version ${version} (${migrations.at(-1)}), and this program those of ${own.at(-1)}.`,
    'Restore it with the version that wrote it, then upgrade.',
  );
}

async function makePartitions(client: Client, wanted: readonly BackupPartition[]): Promise<void> {
  const known = new Set((await listPartitions(client)).map(({ name }) => name));
  for (const { name, parent, bound, options } of wanted.filter((one) => !known.has(one.name))) {
    const given = options.length > 0 ? ` with (${options.join(', ')})` : '';
    await client.query(`create table ${name} (like ${parent} including all)${given}`);
    await client.query(`alter table ${parent} attach partition ${name} ${bound}`);
  }
}

/** Why not forced: COPY cannot fill a table under row-level security. Triggers would count everything a second time. */
async function prepareTables(client: Client, tables: readonly BackupTable[]): Promise<void> {
  const ours = tables.filter(isOurs);
  await client.query(`truncate ${ours.map(({ name }) => name).join(', ')}`);
  for (const { name } of ours)
    await client.query(`alter table ${name} disable trigger user, no force row level security`);
  await client.query('delete from queue.job'); // schedules that a worker has fired
}

/** As migrations have made them: those that belong to a project are sealed. */
async function closeTables(client: Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables.filter(isOurs)) {
    await client.query(`alter table ${name} enable trigger user`);
    const { rows } = await client.query<{ is_sealed: boolean }>(
      'select relrowsecurity as is_sealed from pg_class where oid = $1::regclass',
      [name],
    );
    if (rows[0]?.is_sealed) await client.query(`alter table ${name} force row level security`);
  }
}

/** The queue is made by the migrator; only its tasks are ours. */
const isOurs = ({ name }: BackupTable): boolean => !name.startsWith('queue.');

interface FrameCursor {
  /** Of the frame that comes next; null at the end. */
  kind(): FrameKind | null;
  take(): Promise<Buffer>;
  /** The contents of the frames of one kind that come next. */
  run(kind: FrameKind): AsyncGenerator<Buffer>;
}

async function openCursor(frames: AsyncGenerator<Frame>): Promise<FrameCursor> {
  let next = await frames.next();
  const kind = (): FrameKind | null => (next.done ? null : next.value.kind);
  const take = async (): Promise<Buffer> => {
    if (next.done) throw damaged('its end is missing');
    const { content } = next.value;
    next = await frames.next();
    return content;
  };
  return {
    kind,
    take,
    async *run(wanted) {
      while (kind() === wanted) yield await take();
    },
  };
}

async function load(
  client: Client,
  cursor: FrameCursor,
  { tables }: BackupHeader,
  progress: (line: string) => void,
): Promise<void> {
  await cursor.take(); // the header
  while (cursor.kind() === 'T') {
    const name = (await cursor.take()).toString('utf8');
    const table = tables.find((one) => one.name === name);
    if (!table) throw damaged('it has a table that it does not list');
    progress(`table ${name}`);
    await copyIn(client, copyInText(table), cursor.run('R'));
  }
}

async function putFiles(files: FileStore | null, cursor: FrameCursor): Promise<void> {
  while (cursor.kind() === 'F') {
    const { key, type } = parsed(BackupFile, await cursor.take());
    for await (const bytes of cursor.run('B')) await files?.put(key, bytes, type);
  }
  if (cursor.kind() !== 'E') throw damaged('its parts are not in order');
}

async function compare(
  client: Client,
  tables: readonly BackupTable[],
  end: BackupEnd,
  progress: (line: string) => void,
): Promise<void> {
  for (const table of tables) {
    progress(`comparing ${table.name}`);
    const sum = new RowSum();
    const add = (line: Buffer): boolean => {
      sum.add(line);
      return true;
    };
    await copyOut(client, copyOutText(table), { write: add, drained: async () => {} });
    const wanted = end.tables.find(({ name }) => name === table.name);
    if (wanted?.rows !== sum.rows || wanted.checksum !== sum.checksum)
      throw new CommandRefused(
        `${table.name} has ${sum.rows} rows (${sum.checksum}), the backup ${wanted?.rows} (${wanted?.checksum}).`,
        'Nothing was written. Restore into a new database, made with createdb.',
      );
  }
}
