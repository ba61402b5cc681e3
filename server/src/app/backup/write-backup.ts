import { rename, rm } from 'node:fs/promises';
import type { Client } from 'pg';
import { type Config, sessionUrlOf } from '#platform/config';
import { keyId } from '#platform/crypto';
import { asReadingOwner, copyOut, type LineSink, listMigrations } from '#platform/db';
import { type FileStore, filesOf } from '#platform/files';
import { version } from '#platform/version';
import { CommandRefused } from '../commands/command.ts';
import { type BackupEnd, type BackupHeader, backupKey, verifyBackup } from './backup-content.ts';
import { type BackupWriter, openBackupWriter } from './backup-file.ts';
import { type BackupTable, copyOutText, listPartitions, listTables } from './backup-tables.ts';
import { RowSum } from './row-sum.ts';

const chunkBytes = 65_536;
const maxFileBytes = 100 * 1_048_576;

/**
 * Writes everything into one file, as of one moment, then reads it back. The instance works on meanwhile, and can be started again; migrations wait. The file has
 * its name only once it is whole.
 */
export async function writeBackup(
  config: Config,
  path: string,
  progress: (line: string) => void = () => {},
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const part = `${path}.part`;
  const writer = await openBackupWriter(part, backupKey(config));
  const files = filesOf(config);
  try {
    await asReadingOwner(sessionUrlOf(config), async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const header = await headerOf(client, config);
      await put(writer, 'H', JSON.stringify(header));
      const tables: BackupEnd['tables'] = [];
      for (const table of header.tables) {
        progress(`table ${table.name}`);
        tables.push(await writeTable(client, table, writer));
      }
      const stored = files ? await writeFiles(client, files, writer) : { files: 0, missingFiles: [] };
      await put(writer, 'E', JSON.stringify({ tables, ...stored } satisfies BackupEnd));
      await client.query('commit');
    });
    await writer.end();
    progress('reading it back');
    const verified = await verifyBackup(config, part);
    await rename(part, path);
    return verified;
  } catch (error) {
    writer.abandon();
    await rm(part, { force: true });
    throw error;
  } finally {
    files?.close();
  }
}

async function headerOf(client: Client, config: Config): Promise<BackupHeader> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0)
    throw new CommandRefused(
      'The database that DATABASE_URL names is not migrated, there is nothing to back up: run `postrider migrate`.',
    );
  const { rows } = await client.query<{ at: Date }>('select now() as at');
  return {
    format: 'postrider-backup-1',
    version,
    takenAt: (rows[0]?.at ?? new Date()).toISOString(),
    keyId: keyId(config.SECRET_KEY),
    migrations,
    tables: await listTables(client),
    partitions: await listPartitions(client),
  };
}

async function put(writer: BackupWriter, kind: Parameters<BackupWriter['write']>[0], content: Buffer | string) {
  if (!writer.write(kind, content)) await writer.drained();
}

async function writeTable(
  client: Client,
  table: BackupTable,
  writer: BackupWriter,
): Promise<BackupEnd['tables'][number]> {
  await put(writer, 'T', table.name);
  const sum = new RowSum();
  let [lines, bytes]: [Buffer[], number] = [[], 0];
  const flush = (): boolean => {
    const [only] = lines;
    const chunk = only && lines.length === 1 ? only : Buffer.concat(lines); // a large row is not copied once more
    [lines, bytes] = [[], 0];
    return chunk.length === 0 || writer.write('R', chunk);
  };
  const sink: LineSink = {
    write(line) {
      sum.add(line);
      lines.push(Buffer.from(line));
      bytes += line.length;
      return bytes < chunkBytes || flush();
    },
    drained: () => writer.drained(),
  };
  await copyOut(client, copyOutText(table), sink);
  flush();
  return { name: table.name, rows: sum.rows, checksum: sum.checksum };
}

/** Files outside of the database, one after the other. One that was removed since the snapshot is listed as missing. */
async function writeFiles(
  client: Client,
  files: FileStore,
  writer: BackupWriter,
): Promise<Pick<BackupEnd, 'files' | 'missingFiles'>> {
  const missingFiles: string[] = [];
  let count = 0;
  await client.query(`declare outside cursor for select key, type from uploads where content is null order by key`);
  for (;;) {
    const { rows } = await client.query<{ key: string; type: string }>('fetch 500 from outside');
    if (rows.length === 0) return { files: count, missingFiles };
    for (const { key, type } of rows) {
      const bytes = await files.read(key, maxFileBytes);
      if (!bytes) {
        missingFiles.push(key);
        continue;
      }
      await put(writer, 'F', JSON.stringify({ key, type, bytes: bytes.length }));
      await put(writer, 'B', bytes);
      count += 1;
    }
  }
}
