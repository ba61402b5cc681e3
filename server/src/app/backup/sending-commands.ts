import { loadConfig } from '#platform/config';
import { beginWorkerPause } from '#platform/worker-pause';
import { type Command, WrongUse } from '../commands/command.ts';
import { inInstance } from './in-instance.ts';
import { isWhole, type LogCoverage } from './log-coverage.ts';
import { resumeSending } from './resume-sending.ts';
import { reportSent, type SentReport } from './sent-report.ts';

const pause: Command = {
  name: 'pause-sending',
  summary: 'Let no mail leave and no worker begin, after a restore with tools of PostgreSQL',
  async run(_call, io) {
    const { backupAt, isNew } = await inInstance(loadConfig(), (ctx) => beginWorkerPause(ctx));
    io.result({ sending: 'paused', wasPaused: !isNew, restoredTo: backupAt.toISOString() }, [
      isNew ? 'Sending is paused.' : 'Sending was paused before.',
      `The newest mail that the database knows is of ${backupAt.toISOString()}.`,
      'Look at postrider sent-report, then choose with postrider resume-sending.',
    ]);
  },
};

const report: Command = {
  name: 'sent-report',
  usage: '[--sent-log <folder>] [--since <time>] [--out <file>]',
  summary: 'Compare the log of mails that have left with a restored database',
  options: { 'sent-log': 'text', since: 'text', out: 'text' },
  async run({ texts }, io) {
    const result = await reportSent(loadConfig(), { folder: texts['sent-log'], since: texts.since, out: texts.out });
    io.result(result, linesOf(result));
  },
};

const meanings = {
  lost: 'have left, and the database has no record of them',
  waiting: 'have left, and the database would send them: --lost takes them as sent',
  doubtful: 'have left, and the database has no result: --lost takes them as sent',
  'no-project': 'have left, and their project is not there, or was erased or reset since',
  unfinished: 'may have left: their worker ended meanwhile. --lost has them in doubt',
  known: 'have left, and the database knows',
} as const;

function linesOf({ since, findings, log }: SentReport): string[] {
  const names = Object.keys(meanings) as (keyof typeof meanings)[]; // its own keys
  return [
    `Since ${since}:`,
    ...names.map((name) => {
      const { mails, first, last } = findings[name];
      return `  ${mails} mails ${meanings[name]}${first === null ? '' : ` (${first} to ${last})`}`;
    }),
    `The sent log: ${coverageLine(log)}`,
  ];
}

function coverageLine(log: LogCoverage): string {
  const { looked, missing, unwritten, unreadable } = log;
  if (isWhole(log))
    return `it has all of ${looked} mails that the database knows as sent. --lost sends what waits and is not in it.`;
  if (looked === 0) return 'nothing shows whether it is whole. --lost has what waits and is not in it in doubt.';
  return (
    `${missing} of ${looked} mails that the database knows as sent are not in it, ${unwritten} lines were never written, ` +
    `${unreadable} were cut off. --lost has what waits and is not in it in doubt.`
  );
}

const resume: Command = {
  name: 'resume-sending',
  usage: '--moved | --lost [--sent-log <folder>] [--since <time>] [--send-rest | --doubt-rest]',
  summary: 'Let workers begin after a restore',
  options: {
    moved: 'flag',
    lost: 'flag',
    'sent-log': 'text',
    since: 'text',
    'send-rest': 'flag',
    'doubt-rest': 'flag',
  },
  async run({ texts, flags: { moved = false, lost = false, ...flags } }, io) {
    if (moved === lost) {
      throw new WrongUse(
        'Say --moved if the former instance was stopped before the backup was taken, or --lost if it ran on: waiting mail may have left then.',
      );
    }
    const resumed = await resumeSending(loadConfig(), {
      wasLost: lost,
      folder: texts['sent-log'],
      since: texts.since,
      rest: restOf(flags),
    });
    const { backupAt, projects, log, rest } = resumed;
    io.result({ sending: 'resumed', backupAt: backupAt.toISOString(), projects, sentLog: log, rest }, [
      'Workers begin within a second.',
      ...(log ? [`${log.takenAsSent} mails that waited are in the sent log, and are taken as sent.`] : []),
      ...(log?.unfinished ? [`${log.unfinished} mails may have left or not, and are in doubt.`] : []),
      ...(lost ? [restLines[rest], 'Campaigns under way are paused.'] : []),
    ]);
  },
};

const restLines = {
  send: 'Other mail that waited has not left, and is sent.',
  doubt: 'Other mail that waited is in doubt (docs/operating/delivery.md).',
} as const;

function restOf(flags: Readonly<Record<string, boolean | undefined>>): 'send' | 'doubt' | undefined {
  const [send, doubt] = [flags['send-rest'] ?? false, flags['doubt-rest'] ?? false];
  if (send && doubt) throw new WrongUse('Say --send-rest or --doubt-rest.');
  if (send) return 'send';
  return doubt ? 'doubt' : undefined;
}

export const sendingCommands: readonly Command[] = [pause, report, resume];
