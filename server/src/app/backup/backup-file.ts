import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandRefused } from '../commands/command.ts';

/**
 * A backup is a gzip stream of frames: a letter, the length of the content in four bytes, the content.
 * `H` header (JSON) · `T` name of a table, then `R` its rows as lines · `F` a file (JSON), then `B` its bytes · `E` counts and checksums
 * (JSON) · `S` the signature of everything before, with a key made from SECRET_KEY. Nothing follows it.
 */
export type FrameKind = 'H' | 'T' | 'R' | 'F' | 'B' | 'E' | 'S';

export interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

const kinds = new Set<string>(['H', 'T', 'R', 'F', 'B', 'E', 'S'] satisfies FrameKind[]);
/** One row is one frame at least; PostgreSQL has no larger values. */
const maxContent = 1_073_741_824;
const prefixLength = 5;

export interface BackupWriter {
  /** False when the disk cannot follow: wait for `drained`. */
  write(kind: FrameKind, content: Buffer | string): boolean;
  drained(): Promise<void>;
  /** Writes the signature. What was written is on disk when it resolves. */
  end(): Promise<void>;
  abandon(): void;
}

/** The file is only readable by its owner, and must not exist. */
export async function openBackupWriter(path: string, key: Buffer): Promise<BackupWriter> {
  const file = (await openNew(path)).createWriteStream({ flush: true });
  const mac = createHmac('sha256', key);
  const gzip = createGzip({ level: 3 });
  const written = pipeline(gzip, file);
  const failed = new AbortController();
  written.catch((error: unknown) => failed.abort(error)); // also rejects `end`
  const send = (kind: FrameKind, content: Buffer, isSigned: boolean): boolean => {
    const prefix = Buffer.alloc(prefixLength);
    prefix.write(kind, 'latin1');
    prefix.writeUInt32BE(content.length, 1);
    if (isSigned) mac.update(prefix).update(content);
    gzip.write(prefix);
    return gzip.write(content);
  };
  return {
    write: (kind, content) => send(kind, typeof content === 'string' ? Buffer.from(content) : content, true),
    async drained() {
      // Why no race with `written`: each chunk would leave something on it until the end of the backup.
      await once(gzip, 'drain', { signal: failed.signal }).catch((error: unknown) => {
        throw failed.signal.aborted ? failed.signal.reason : error;
      });
    },
    async end() {
      send('S', mac.digest(), false);
      gzip.end();
      await written;
    },
    abandon() {
      gzip.destroy();
    },
  };
}

const openNew = (path: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new CommandRefused(`${path} is there already.`, 'Choose another name, or remove it if no backup is running.');
  });

/** The frames of a backup, in order. Refuses a file that was cut off or changed, at the latest after its last frame. */
export async function* readFrames(path: string, keyFor: (header: Buffer) => Buffer): AsyncGenerator<Frame> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  const moved = pipeline(file, gunzip);
  moved.catch(() => {}); // also rejects the reading below
  let mac: ReturnType<typeof createHmac> | null = null;
  let isSigned = false;
  try {
    for await (const { frame, prefix } of splitFrames(gunzip)) {
      if (isSigned) throw damaged('something follows its end');
      if (frame.kind === 'S') {
        const expected = mac?.digest();
        if (!expected || expected.length !== frame.content.length || !timingSafeEqual(expected, frame.content))
          throw damaged('its signature does not fit');
        isSigned = true;
        continue;
      }
      mac ??= createHmac('sha256', keyFor(frame.content));
      mac.update(prefix).update(frame.content);
      yield frame;
    }
    if (!isSigned) throw damaged('its end is missing');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new CommandRefused(`There is no file ${path}.`);
    throw codeOf(error).startsWith('Z_') ? damaged('it cannot be unpacked') : error;
  } finally {
    file.destroy();
    gunzip.destroy();
    await finished(file, { error: false }).catch(() => {});
  }
}

async function* splitFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ frame: Frame; prefix: Buffer }> {
  let parts: Buffer[] = [];
  let held = 0;
  let needed = prefixLength;
  for await (const chunk of bytes) {
    parts.push(chunk);
    held += chunk.length;
    while (held >= needed) {
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
      const kind = all.toString('latin1', 0, 1);
      const length = all.readUInt32BE(1);
      if (!kinds.has(kind) || length > maxContent) throw damaged('it has a part that no backup has');
      needed = prefixLength + length;
      parts = [all];
      if (held < needed) break;
      yield {
        prefix: all.subarray(0, prefixLength),
        frame: { kind: kind as FrameKind, content: all.subarray(prefixLength, needed) }, // one of the kinds
      };
      const rest = all.subarray(needed);
      parts = rest.length > 0 ? [rest] : [];
      held = rest.length;
      needed = prefixLength;
    }
  }
  if (held > 0) throw damaged('it was cut off');
}

export const damaged = (why: string): CommandRefused =>
  new CommandRefused(`This is no whole backup: ${why}.`, 'Nothing was written. Take another copy of the file.');

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
