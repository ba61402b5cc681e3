import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseLine, type SentEntry } from './sent-entry.ts';
import { dayOf, listSentFiles } from './sent-files.ts';

interface SentLogBatch {
  readonly entries: readonly SentEntry[];
  /** Hand-overs that could not be written, as the lines themselves say. */
  readonly unwritten: number;
  /** Lines that were cut off. */
  readonly unreadable: number;
}

const batchSize = 500;
const dayMs = 86_400_000;

/** The log of all hosts whose files are in this folder, from a time on; a batch of lines is in memory at a time. */
export async function* readSentLog(folder: string, since: Date): AsyncGenerator<SentLogBatch> {
  const from = since.toISOString();
  // Why a day more: a line is in the file of the moment at which it was written, which may be after midnight.
  const firstDay = dayOf(new Date(since.getTime() - dayMs).toISOString());
  for (const { name } of (await listSentFiles(folder)).filter(({ day }) => day >= firstDay)) {
    let batch = newBatch();
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      add(batch, line, from);
      if (batch.entries.length < batchSize) continue;
      yield batch;
      batch = newBatch();
    }
    yield batch;
  }
}

const newBatch = () => ({ entries: [] as SentEntry[], unwritten: 0, unreadable: 0 });

function add(batch: ReturnType<typeof newBatch>, line: string, from: string): void {
  if (line === '') return; // ends a line that was cut off
  const read = parseLine(line);
  if (!read) batch.unreadable += 1;
  else if ('unwritten' in read) batch.unwritten += read.unwritten;
  else if (read.entry.at >= from) batch.entries.push(read.entry);
}

const tailBytes = 32_768;
const daysLooked = 2;

/** The newest entries of every host that has written lately, some two hundred of each. A file that cannot be read is left out. */
export async function lastSent(
  folder: string,
  onUnreadable: (file: string, error: unknown) => void,
): Promise<SentEntry[]> {
  const files = await listSentFiles(folder);
  const days = [...new Set(files.map(({ day }) => day))].slice(-daysLooked);
  const last: SentEntry[] = [];
  for (const { name } of files.filter(({ day }) => days.includes(day))) {
    try {
      last.push(...(await tailOf(join(folder, name))));
    } catch (error) {
      onUnreadable(name, error);
    }
  }
  return last;
}

async function tailOf(path: string): Promise<SentEntry[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, tailBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .flatMap((line) => {
        const read = parseLine(line);
        return read && 'entry' in read ? [read.entry] : [];
      });
  } finally {
    await file.close();
  }
}
