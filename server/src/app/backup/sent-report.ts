import { open } from 'node:fs/promises';
import type { SentFinding } from '#features/emails';
import type { Config } from '#platform/config';
import type { InstanceContext } from '#platform/context';
import { inInstance } from './in-instance.ts';
import { type ComparedSent, compareSince, rangeOf } from './sent-since.ts';

interface Count {
  mails: number;
  first: string | null;
  last: string | null;
}

/** What has left, by what the database says of it. */
export interface SentReport {
  readonly since: string;
  readonly findings: Readonly<Record<SentFinding, Count>>;
  /** Mails that have left and could not be written to the log, and lines that were cut off: nothing is known of them. */
  unwritten: number;
  unreadable: number;
}

interface ReportRequest {
  readonly folder?: string | undefined;
  readonly since?: string | undefined;
  /** A file that gets a line for each mail that the database does not know as sent. */
  readonly out?: string | undefined;
}

/** Reports the mails that have left after the moment to which the database was restored. Changes nothing. */
export const reportSent = (config: Config, request: ReportRequest): Promise<SentReport> =>
  inInstance(config, (ctx) => report(ctx, request));

async function report(ctx: InstanceContext, { folder, since, out }: ReportRequest): Promise<SentReport> {
  const range = await rangeOf(ctx, { folder, since });
  const result: SentReport = {
    since: range.since.toISOString(),
    findings: { known: none(), lost: none(), waiting: none(), doubtful: none(), 'no-project': none() },
    unwritten: 0,
    unreadable: 0,
  };
  const file = out === undefined ? null : await open(out, 'wx', 0o600);
  try {
    for await (const batch of compareSince(ctx, range)) {
      count(result, batch);
      await file?.appendFile(linesOf(batch));
    }
  } finally {
    await file?.close();
  }
  return result;
}

const none = (): Count => ({ mails: 0, first: null, last: null });

function count(result: SentReport, { compared, unwritten, unreadable }: ComparedSent): void {
  result.unwritten += unwritten;
  result.unreadable += unreadable;
  for (const { entry, finding } of compared) {
    const counted = result.findings[finding];
    counted.mails += 1;
    if (counted.first === null || entry.at < counted.first) counted.first = entry.at;
    if (counted.last === null || entry.at > counted.last) counted.last = entry.at;
  }
}

const linesOf = ({ compared }: ComparedSent): string =>
  compared
    .filter(({ finding }) => finding !== 'known')
    .map(({ entry, finding }) => `${JSON.stringify({ finding, ...entry })}\n`)
    .join('');
