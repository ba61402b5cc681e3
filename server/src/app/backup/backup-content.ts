import { z } from 'zod';
import type { Config } from '#platform/config';
import { keyId, keyRing } from '#platform/crypto';
import { CommandRefused } from '../commands/command.ts';
import { damaged, readFrames } from './backup-file.ts';
import { linesOf, RowSum } from './row-sum.ts';

const Table = z.object({ name: z.string(), columns: z.array(z.string()), where: z.string().nullable() });

const Header = z.object({
  format: z.literal('postrider-backup-1'),
  /** Of the program that wrote it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Fingerprint of SECRET_KEY. */
  keyId: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  partitions: z.array(
    z.object({ name: z.string(), parent: z.string(), bound: z.string(), options: z.array(z.string()) }),
  ),
});

const End = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), checksum: z.string() })),
  files: z.int(),
  /** Files that rows name and that were not there. */
  missingFiles: z.array(z.string()),
});

export const BackupFile = z.object({ key: z.string(), type: z.string(), bytes: z.int() });

export type BackupHeader = z.output<typeof Header>;
export type BackupEnd = z.output<typeof End>;

const purpose = 'backup';

export const backupKey = (config: Config): Buffer => keyRing(config, purpose)[0].key;

export const readHeader = (content: Buffer): BackupHeader => parsed(Header, content);

export function parsed<T extends z.ZodType>(shape: T, content: Buffer): z.output<T> {
  try {
    return shape.parse(JSON.parse(content.toString('utf8')));
  } catch {
    throw damaged('a part of it cannot be read');
  }
}

/** The key that signed the backup, which must be SECRET_KEY or one of SECRET_KEYS_OLD. */
export const keyOfBackup =
  (config: Config) =>
  (content: Buffer): Buffer => {
    const header = readHeader(content);
    const key = keyRing(config, purpose).find(({ id }) => id === header.keyId)?.key;
    if (key) return key;
    throw new CommandRefused(
      `This backup was taken with another SECRET_KEY (${header.keyId}; this one is ${keyId(config.SECRET_KEY)}).`,
      'Stored secrets cannot be read without it: set it as SECRET_KEY, or list it in SECRET_KEYS_OLD.',
    );
  };

/** Reads the whole file, writes nothing: frames, signature, counts and checksums must fit. */
export async function verifyBackup(config: Config, path: string): Promise<{ header: BackupHeader; end: BackupEnd }> {
  let header: BackupHeader | null = null;
  let end: BackupEnd | null = null;
  const sums = new Map<string, RowSum>();
  let current = new RowSum();
  let files = 0;
  for await (const { kind, content } of readFrames(path, keyOfBackup(config))) {
    if (kind === 'H') header = readHeader(content);
    else if (kind === 'T') {
      current = new RowSum();
      sums.set(content.toString('utf8'), current);
    } else if (kind === 'R') for (const line of linesOf(content)) current.add(line);
    else if (kind === 'F') files += 1;
    else if (kind === 'E') end = parsed(End, content);
  }
  if (!header || !end) throw damaged('a part of it is missing');
  const isWhole =
    end.files === files &&
    end.tables.length === header.tables.length &&
    end.tables.every(
      ({ name, rows, checksum }) => sums.get(name)?.rows === rows && sums.get(name)?.checksum === checksum,
    );
  if (!isWhole) throw damaged('its counts or checksums do not fit');
  return { header, end };
}
