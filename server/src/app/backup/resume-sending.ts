import { recordLeft } from '#features/emails';
import { type Config, sessionUrlOf } from '#platform/config';
import type { InstanceContext, ProjectId } from '#platform/context';
import { asOwner, closedProjectOf } from '#platform/db';
import { endWorkerPause, findWorkerPause } from '#platform/worker-pause';
import { CommandRefused } from '../commands/command.ts';
import { features } from '../features.ts';
import { inInstance } from './in-instance.ts';
import { type ComparedSent, compareSince, rangeOf, type SentRange } from './sent-since.ts';

/** `folder` and `since` of the sent log, where they are not as settings and the pause say. */
interface ResumeRequest {
  readonly wasLost: boolean;
  readonly folder?: string | undefined;
  readonly since?: string | undefined;
}

interface ResumedSending {
  readonly backupAt: Date;
  /** Projects whose waiting mail is in doubt. */
  readonly projects: number;
  /** Mails that waited and are taken as sent, because the sent log has them. */
  readonly takenAsSent: number;
}

/**
 * Lets the workers of a restored installation begin. `wasLost`: the former database took mail on after the backup, so what waited then
 * may have left; what the sent log has is taken as sent, the rest is put in doubt, and campaigns wait for a person.
 */
export const resumeSending = (config: Config, { wasLost, folder, since }: ResumeRequest): Promise<ResumedSending> =>
  inInstance(config, async (ctx) => {
    const pause = await findWorkerPause(ctx);
    if (!pause) throw new CommandRefused('Sending is not paused.');
    const hasLog = wasLost && (folder !== undefined || config.SENT_LOG !== null);
    const takenAsSent = hasLog ? await takeAsSent(ctx, await rangeOf(ctx, { folder, since })) : 0;
    const projects = wasLost ? await afterLoss(ctx, pause.pausedAt) : 0;
    await asOwner(sessionUrlOf(config), endWorkerPause);
    return { backupAt: pause.backupAt, projects, takenAsSent };
  });

async function takeAsSent(ctx: InstanceContext, range: SentRange): Promise<number> {
  let taken = 0;
  for await (const { compared } of compareSince(ctx, range)) {
    const left = compared.filter(({ finding }) => finding === 'waiting' || finding === 'doubtful');
    for (const [projectId, mails] of Map.groupBy(left, ({ entry }) => entry.project)) {
      await unlessClosed(recordLeft(ctx.inProject(projectId as ProjectId), entriesOf(mails))); // its mail was found there
    }
    taken += new Set(left.map(({ entry }) => entry.email)).size;
  }
  return taken;
}

const entriesOf = (mails: ComparedSent['compared']) => mails.map(({ entry }) => entry);

async function afterLoss(ctx: InstanceContext, restoredAt: Date): Promise<number> {
  const rows = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('id').where('deletedAt', 'is', null).execute(),
  );
  for (const { id } of rows) {
    const project = ctx.inProject(id as ProjectId); // a row of projects
    for (const feature of features) await unlessClosed(feature.afterLoss?.(project, restoredAt));
  }
  return rows.length;
}

/** A project that is being erased sends nothing. */
async function unlessClosed(work: Promise<void> | undefined): Promise<void> {
  await work?.catch((error: unknown) => {
    if (!closedProjectOf(error)) throw error;
  });
}
