import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Client } from 'pg';
import { copyIn, copyOut } from '#platform/db';
import { type BackupTable, copyInText, copyOutText } from '../backup/backup-tables.ts';
import { RowSum } from '../backup/row-sum.ts';
import { CommandRefused } from '../commands/command.ts';

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  readonly checksum: string;
}

export interface ProjectCopy {
  readonly tables: readonly CopiedTable[];
  /** Fingerprints of the keys that sealed its secrets. */
  readonly keyIds: readonly string[];
}

const bufferBytes = 1_048_576;
/** A sealed secret at the beginning of a column. */
const sealed = /(?:^|\t)v2-([0-9a-f]{12})\./g;

/**
 * Copies the rows of tables from one database to the other, as of the moment of the source's transaction, and reads them back. Triggers
 * and references of the target are off: counts are rows as well, and come with the others.
 */
export async function copyProject(
  source: Client,
  target: Client,
  tables: readonly BackupTable[],
  progress: (line: string) => void,
): Promise<ProjectCopy> {
  const copied: CopiedTable[] = [];
  const keyIds = new Set<string>();
  await target.query('set local session_replication_role = replica');
  for (const table of tables) {
    progress(`table ${table.name}`);
    const sum = await copyTable(source, target, table, keyIds);
    await compare(target, table, sum);
    copied.push({ name: table.name, rows: sum.rows, checksum: sum.checksum });
  }
  return { tables: copied, keyIds: [...keyIds] };
}

async function copyTable(source: Client, target: Client, table: BackupTable, keyIds: Set<string>): Promise<RowSum> {
  const lines = new PassThrough({ highWaterMark: bufferBytes });
  const sum = new RowSum();
  const stop = (error: unknown): never => {
    lines.destroy(error as Error); // of one of the servers
    throw error;
  };
  lines.on('error', () => {}); // it is thrown below
  const write = (line: Buffer): boolean => {
    sum.add(line);
    for (const [, id = ''] of line.toString('latin1').matchAll(sealed)) keyIds.add(id);
    return lines.write(Buffer.from(line));
  };
  const drained = async (): Promise<void> => void (await once(lines, 'drain'));
  await Promise.all([
    copyOut(source, copyOutText(table), { write, drained }).then(() => void lines.end(), stop),
    copyIn(target, copyInText(table), lines).catch(stop),
  ]);
  return sum;
}

async function compare(target: Client, table: BackupTable, wanted: RowSum): Promise<void> {
  const sum = new RowSum();
  const write = (line: Buffer): boolean => {
    sum.add(line);
    return true;
  };
  await copyOut(target, copyOutText(table), { write, drained: async () => {} });
  if (sum.rows === wanted.rows && sum.checksum === wanted.checksum) return;
  throw new CommandRefused(
    `${table.name} has ${sum.rows} rows (${sum.checksum}) here and ${wanted.rows} (${wanted.checksum}) there.`,
    'Nothing was written here, and the project works on there.',
  );
}
