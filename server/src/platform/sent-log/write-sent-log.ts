import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { inBatches } from '#platform/batches';
import type { Config } from '#platform/config';
import type { Logger } from '#platform/log';
import { gapLine, lineOf, type SentEntry, type SentStep } from './sent-entry.ts';
import { dayOf, fileName, listSentFiles } from './sent-files.ts';

type SentLogLine = SentEntry | SentStep;

/** What is about to leave and what has left, in files outside of the database: after a restore it is the only record of what left since (docs/decisions/0052). */
export interface SentLog {
  /**
   * Resolves when the kernel has the lines, so that the end of this process loses none, or when the folder has not answered for two seconds.
   * Never rejects: mail that has left must be recorded in the database whatever becomes of its line. Lines that could not be written are
   * counted in the next one.
   */
  append(lines: readonly SentLogLine[]): Promise<void>;
  /** Lines that could not be written since the start of the process. */
  readonly unwritten: number;
  close(): Promise<void>;
}

const noLog: SentLog = { append: async () => {}, unwritten: 0, close: async () => {} };

const maxAtOnce = 100;
/** A folder on a network may not answer at all. */
const maxWaitMs = 2_000;
const dayMs = 86_400_000;

export function openSentLog({ SENT_LOG: folder, SENT_LOG_DAYS: days }: Config, log: Logger): SentLog {
  return folder === null ? noLog : new FileLog(folder, days, log);
}

/** Throws when lines could not be written there. */
export async function prepareSentLog({ SENT_LOG: folder }: Config): Promise<void> {
  if (folder === null) return;
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SentLogUnusable(folder, error);
  }
}

export class SentLogUnusable extends Error {
  override readonly name = 'SentLogUnusable';

  constructor(folder: string, cause: unknown) {
    super(`SENT_LOG names ${folder}, where this process cannot write (${String(cause)}).`, { cause });
  }
}

class FileLog implements SentLog {
  unwritten = 0;
  readonly #folder: string;
  readonly #days: number;
  readonly #log: Logger;
  #day = '';
  #file: FileHandle | null = null;
  /** Unwritten since the last line. */
  #gap = 0;
  /** A write has not come back in time. Until it does, lines are counted as unwritten at once. */
  #isHanging = false;
  /** What stands before the next line of a file whose last one was cut off. */
  #lead = '';
  /** Appends that come together are one write; one after the other, so that no line is torn by another of this process. */
  readonly #batches = inBatches<readonly SentLogLine[], null>({
    keyOf: () => '',
    max: maxAtOnce,
    run: async (appended) => {
      await this.#write(appended.flat());
      return appended.map(() => null);
    },
  });

  constructor(folder: string, days: number, log: Logger) {
    this.#folder = folder;
    this.#days = days;
    this.#log = log;
  }

  async append(lines: readonly SentLogLine[]): Promise<void> {
    if (lines.length === 0) return;
    if (this.#isHanging) return this.#miss(lines.length);
    const written = this.#batches.add(lines).then(() => {
      this.#isHanging = false;
    });
    const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      if (!this.#isHanging) this.#log.error({}, 'the sent log does not answer: mail goes on, lines are missing');
      this.#isHanging = true;
      giveUp();
    }, maxWaitMs);
    await Promise.race([written, late]);
    clearTimeout(timer);
  }

  #miss(lines: number): void {
    this.#gap += lines;
    this.unwritten += lines;
  }

  async close(): Promise<void> {
    await this.#file?.close().catch(() => {}); // every line is written
    [this.#file, this.#day] = [null, ''];
  }

  async #write(lines: readonly SentLogLine[]): Promise<void> {
    const now = new Date().toISOString();
    const gap = this.#gap;
    try {
      const file = await this.#fileOf(dayOf(now));
      await file.appendFile(`${this.#lead}${gap > 0 ? gapLine(now, gap) : ''}${lines.map(lineOf).join('')}`);
      this.#gap -= gap;
      this.#lead = '';
    } catch (error) {
      if (gap === 0) this.#log.error({ error }, 'the sent log cannot be written');
      this.#miss(lines.length);
      await this.close(); // a file that was replaced or a disk that was mounted again is opened anew
    }
  }

  async #fileOf(day: string): Promise<FileHandle> {
    if (this.#file && this.#day === day) return this.#file;
    await this.close();
    await mkdir(this.#folder, { recursive: true });
    const file = await open(join(this.#folder, fileName(day, hostname())), 'a+', 0o640);
    [this.#file, this.#day] = [file, day];
    this.#lead = (await endsInLine(file)) ? '' : '\n';
    await this.#removeOld(day).catch((error: unknown) =>
      this.#log.warn({ error }, 'old files of the sent log cannot be removed'),
    );
    return file;
  }

  async #removeOld(today: string): Promise<void> {
    const firstKept = dayOf(new Date(Date.parse(today) - this.#days * dayMs).toISOString());
    const old = (await listSentFiles(this.#folder)).filter(({ day }) => day < firstKept);
    for (const { name } of old) await rm(join(this.#folder, name), { force: true });
  }
}

/** False for a file whose last line was cut off: a full disk, or the end of a machine. */
async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() === '\n';
}
