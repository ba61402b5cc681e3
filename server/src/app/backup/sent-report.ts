import { open } from 'node:fs/promises';
import type { SentFinding } from '#features/emails';
import type { Config } from '#platform/config';
import type { InstanceContext } from '#platform/context';
import { inInstance } from './in-instance.ts';
import { type LogCoverage, watchCoverage } from './log-coverage.ts';
import { type ComparedSent, compareSince, rangeOf } from './sent-since.ts';

interface Count {
  mails: number;
  first: string | null;
  last: string | null;
}

/** What has left, by what the database says of it. */
export interface SentReport {
  readonly since: string;
  readonly findings: Readonly<Record<ReportedFinding, Count>>;
  readonly log: LogCoverage;
}

/** `unfinished`: a hand-over that was begun, whose end neither the log nor the database has. */
type ReportedFinding = SentFinding | 'unfinished';

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
  const coverage = await watchCoverage(ctx, range);
  const findings: SentReport['findings'] = {
    known: none(),
    lost: none(),
    waiting: none(),
    doubtful: none(),
    'no-project': none(),
    unfinished: none(),
  };
  const file = out === undefined ? null : await open(out, 'wx', 0o600);
  try {
    for await (const batch of compareSince(ctx, range)) {
      coverage.see(batch);
      for (const { entry, finding } of findingsOf(batch)) count(findings[finding], entry.at);
      await file?.appendFile(linesOf(batch));
    }
  } finally {
    await file?.close();
  }
  return { since: range.since.toISOString(), findings, log: coverage.result() };
}

const none = (): Count => ({ mails: 0, first: null, last: null });

function count(counted: Count, at: string): void {
  counted.mails += 1;
  if (counted.first === null || at < counted.first) counted.first = at;
  if (counted.last === null || at > counted.last) counted.last = at;
}

const findingsOf = ({ compared, unfinished }: ComparedSent) => [
  ...compared,
  ...unfinished
    .filter(({ finding }) => finding !== 'known')
    .map(({ entry }) => ({ entry, finding: 'unfinished' as const })),
];

const linesOf = (batch: ComparedSent): string =>
  findingsOf(batch)
    .filter(({ finding }) => finding !== 'known')
    .map(({ entry, finding }) => `${JSON.stringify({ finding, ...entry })}\n`)
    .join('');
