import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseLine, type SentEntry, type SentStep } from './sent-entry.ts';
import { dayOf, listSentFiles } from './sent-files.ts';

interface SentLogBatch {
  /** What has left. */
  readonly entries: readonly SentEntry[];
  /** Hand-overs that were begun and have no end. Only in the last batch, since an end may stand in any later line. */
  readonly unfinished: readonly SentStep[];
  /** Lines that could not be written, as the others say. */
  readonly unwritten: number;
  /** Lines that were cut off. */
  readonly unreadable: number;
}

const batchSize = 500;
const dayMs = 86_400_000;

/**
 * The log of all hosts whose files are in this folder, from a time on; a batch of lines is in memory at a time, and what has no end yet: a
 * mail for each session of each worker, and for each answer that never came.
 */
export async function* readSentLog(folder: string, since: Date): AsyncGenerator<SentLogBatch> {
  const from = since.toISOString();
  const begun = new Map<string, SentStep>();
  // Why a day more: a line is in the file of the moment at which it was written, which may be after midnight.
  const firstDay = dayOf(new Date(since.getTime() - dayMs).toISOString());
  for (const { name } of (await listSentFiles(folder)).filter(({ day }) => day >= firstDay)) {
    let batch = newBatch();
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      add({ batch, begun, from }, line);
      if (batch.entries.length < batchSize) continue;
      yield batch;
      batch = newBatch();
    }
    yield batch;
  }
  yield { ...newBatch(), unfinished: [...begun.values()] };
}

const newBatch = () => ({ entries: [] as SentEntry[], unfinished: [], unwritten: 0, unreadable: 0 });

interface Reading {
  readonly batch: ReturnType<typeof newBatch>;
  readonly begun: Map<string, SentStep>;
  readonly from: string;
}

function add({ batch, begun, from }: Reading, line: string): void {
  if (line === '') return; // ends a line that was cut off
  const read = parseLine(line);
  if (!read) batch.unreadable += 1;
  else if ('unwritten' in read) batch.unwritten += read.unwritten;
  else if ('step' in read && read.step.state === 'begun') {
    if (read.step.at >= from) begun.set(keyOf(read.step), read.step);
  } else {
    const ended = 'step' in read ? read.step : read.entry;
    begun.delete(keyOf(ended));
    if ('entry' in read && read.entry.at >= from) batch.entries.push(read.entry);
  }
}

const keyOf = ({ email, attempt }: SentEntry | SentStep): string => `${email} ${attempt}`;

const tailBytes = 65_536;
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
