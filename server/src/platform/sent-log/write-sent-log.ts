import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { inBatches } from '#platform/batches';
import type { Config } from '#platform/config';
import type { Logger } from '#platform/log';
import { gapLine, lineOf, type SentEntry } from './sent-entry.ts';
import { dayOf, fileName, listSentFiles } from './sent-files.ts';

/** What has left, in files outside of the database: after a restore it is the only record of what left since (docs/decisions/0052). */
export interface SentLog {
  /**
   * Resolves when the kernel has the lines, so that the end of this process loses none. Never rejects: mail that has left must be recorded
   * in the database whatever becomes of its line. Lines that could not be written are counted in the next one.
   */
  append(entries: readonly SentEntry[]): Promise<void>;
  /** Lines that could not be written since the start of the process. */
  readonly unwritten: number;
  close(): Promise<void>;
}

const noLog: SentLog = { append: async () => {}, unwritten: 0, close: async () => {} };

const maxAtOnce = 100;
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
  /** Appends that come together are one write; one after the other, so that no line is torn by another of this process. */
  readonly #batches = inBatches<readonly SentEntry[], null>({
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

  async append(entries: readonly SentEntry[]): Promise<void> {
    if (entries.length > 0) await this.#batches.add(entries);
  }

  async close(): Promise<void> {
    await this.#file?.close().catch(() => {}); // every line is written
    [this.#file, this.#day] = [null, ''];
  }

  async #write(entries: readonly SentEntry[]): Promise<void> {
    const now = new Date().toISOString();
    const text = `${this.#gap > 0 ? gapLine(now, this.#gap) : ''}${entries.map(lineOf).join('')}`;
    try {
      const file = await this.#fileOf(dayOf(now));
      await file.appendFile(text);
      this.#gap = 0;
    } catch (error) {
      if (this.#gap === 0) this.#log.error({ error }, 'the sent log cannot be written');
      this.#gap += entries.length;
      this.unwritten += entries.length;
      await this.close(); // a file that was replaced or a disk that was mounted again is opened anew
    }
  }

  async #fileOf(day: string): Promise<FileHandle> {
    if (this.#file && this.#day === day) return this.#file;
    await this.close();
    await mkdir(this.#folder, { recursive: true });
    this.#file = await open(join(this.#folder, fileName(day, hostname())), 'a', 0o640);
    this.#day = day;
    await this.#removeOld(day);
    return this.#file;
  }

  async #removeOld(today: string): Promise<void> {
    const firstKept = dayOf(new Date(Date.parse(today) - this.#days * dayMs).toISOString());
    const old = (await listSentFiles(this.#folder)).filter(({ day }) => day < firstKept);
    for (const { name } of old) await rm(join(this.#folder, name), { force: true });
  }
}
