import { stat } from 'node:fs/promises';
import { compareSent, type SentFinding } from '#features/emails';
import type { InstanceContext } from '#platform/context';
import { readSentLog, type SentEntry, type SentStep } from '#platform/sent-log';
import { findWorkerPause } from '#platform/worker-pause';
import { CommandRefused, WrongUse } from '../commands/command.ts';

/** Where to read, and from which time on. */
export interface SentRange {
  readonly folder: string;
  readonly since: Date;
}

export interface ComparedSent {
  readonly compared: readonly { readonly entry: SentEntry; readonly finding: SentFinding }[];
  /** Hand-overs without an end. Where the database does not know the attempt either, nobody knows whether the mail has left. */
  readonly unfinished: readonly { readonly entry: SentStep; readonly finding: SentFinding }[];
  readonly unwritten: number;
  readonly unreadable: number;
}

/** Clocks of hosts differ, and the moment of the pause is known by the mails before it alone. */
const earlierMs = 3_600_000;

/** As asked for, or as settings and the pause say. */
export async function rangeOf(
  ctx: InstanceContext,
  asked: { readonly folder?: string | undefined; readonly since?: string | undefined },
): Promise<SentRange> {
  const folder = asked.folder ?? ctx.config.SENT_LOG;
  if (!folder) throw new WrongUse('Say --sent-log <folder>, or set SENT_LOG.');
  if (!(await isFolder(folder)))
    throw new CommandRefused(`There is no folder ${folder} here.`, 'Name a folder with the files of the workers.');
  return { folder, since: asked.since === undefined ? await sinceOfPause(ctx) : timeOf(asked.since) };
}

/** Why it is asked: a folder that is not mounted would look like a log without a line, and what is in it would leave again. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function sinceOfPause(ctx: InstanceContext): Promise<Date> {
  const pause = await findWorkerPause(ctx);
  if (!pause) throw new CommandRefused('Sending is not paused.', 'Say from which time on with --since.');
  return new Date(Math.max(0, pause.backupAt.getTime() - earlierMs));
}

function timeOf(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new WrongUse(`${text} is no time; write it as 2026-03-01T04:30:00Z.`);
  return at;
}

/** What has left since then, compared with the database; a batch is in memory at a time. */
export async function* compareSince(ctx: InstanceContext, { folder, since }: SentRange): AsyncGenerator<ComparedSent> {
  for await (const { entries, unfinished, unwritten, unreadable } of readSentLog(folder, since)) {
    const findings = await compareSent(ctx, entries);
    const ends = await compareSent(ctx, unfinished);
    yield {
      compared: entries.map((entry, place) => ({ entry, finding: findings[place] ?? 'known' })),
      unfinished: unfinished.map((entry, place) => ({ entry, finding: ends[place] ?? 'known' })),
      unwritten,
      unreadable,
    };
  }
}
