import { loadConfig } from '#platform/config';
import { beginWorkerPause } from '#platform/worker-pause';
import { type Command, WrongUse } from '../commands/command.ts';
import { inInstance } from './in-instance.ts';
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
  known: 'have left, and the database knows',
} as const;

function linesOf({ since, findings, unwritten, unreadable }: SentReport): string[] {
  const names = Object.keys(meanings) as (keyof typeof meanings)[]; // its own keys
  return [
    `Since ${since}:`,
    ...names.map((name) => {
      const { mails, first, last } = findings[name];
      return `  ${mails} mails ${meanings[name]}${first === null ? '' : ` (${first} to ${last})`}`;
    }),
    ...(unwritten + unreadable > 0 ? [`  ${unwritten} lines were never written, ${unreadable} were cut off.`] : []),
  ];
}

const resume: Command = {
  name: 'resume-sending',
  usage: '--moved | --lost [--sent-log <folder>] [--since <time>]',
  summary: 'Let workers begin after a restore',
  options: { moved: 'flag', lost: 'flag', 'sent-log': 'text', since: 'text' },
  async run({ texts, flags: { moved = false, lost = false } }, io) {
    if (moved === lost) {
      throw new WrongUse(
        'Say --moved if the former instance was stopped before the backup was taken, or --lost if it ran on: waiting mail may have left then.',
      );
    }
    const resumed = await resumeSending(loadConfig(), {
      wasLost: lost,
      folder: texts['sent-log'],
      since: texts.since,
    });
    const { backupAt, projects, takenAsSent } = resumed;
    io.result({ sending: 'resumed', backupAt: backupAt.toISOString(), projectsInDoubt: projects, takenAsSent }, [
      'Workers begin within a second.',
      ...(takenAsSent > 0 ? [`${takenAsSent} mails that waited are in the sent log, and are taken as sent.`] : []),
      ...(lost ? ['Mail that waited is in doubt (docs/operating/delivery.md); campaigns under way are paused.'] : []),
    ]);
  },
};

export const sendingCommands: readonly Command[] = [pause, report, resume];
