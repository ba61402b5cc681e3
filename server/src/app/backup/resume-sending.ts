import { doubtBegun, recordLeft } from '#features/emails';
import { type Config, sessionUrlOf } from '#platform/config';
import type { InstanceContext, ProjectId } from '#platform/context';
import { asOwner, closedProjectOf } from '#platform/db';
import type { Loss } from '#platform/feature';
import { endWorkerPause, findWorkerPause } from '#platform/worker-pause';
import { CommandRefused, WrongUse } from '../commands/command.ts';
import { features } from '../features.ts';
import { inInstance } from './in-instance.ts';
import { isWhole, type LogCoverage, projectIds, watchCoverage } from './log-coverage.ts';
import { type ComparedSent, compareSince, rangeOf, type SentRange } from './sent-since.ts';

/** `folder` and `since` of the sent log, where they are not as settings and the pause say. */
interface ResumeRequest {
  readonly wasLost: boolean;
  readonly folder?: string | undefined;
  readonly since?: string | undefined;
  /** What becomes of mail that waits and is not in the sent log. By default it is sent where the log is whole. */
  readonly rest?: 'send' | 'doubt' | undefined;
}

/** What the sent log has settled. */
interface SettledByLog extends LogCoverage {
  /** Mails that waited and are taken as sent, because the sent log has them. */
  readonly takenAsSent: number;
  /** Mails whose hand-over had begun, and whose end nobody knows. */
  readonly unfinished: number;
}

interface ResumedSending {
  readonly backupAt: Date;
  /** Projects whose waiting mail was dealt with. */
  readonly projects: number;
  /** Null without a sent log. */
  readonly log: SettledByLog | null;
  /** What becomes of the other mails that wait. */
  readonly rest: 'send' | 'doubt';
}

/**
 * Lets the workers of a restored installation begin. `wasLost`: the former database took mail on after the backup, so what waited then
 * may have left. What the sent log has is taken as sent, and a hand-over that it has without an end is in doubt. The rest has not left where
 * the log is whole; otherwise it is in doubt, too. Campaigns wait for a person.
 */
export const resumeSending = (
  config: Config,
  { wasLost, folder, since, rest }: ResumeRequest,
): Promise<ResumedSending> =>
  inInstance(config, async (ctx) => {
    const pause = await findWorkerPause(ctx);
    if (!pause) throw new CommandRefused('Sending is not paused.');
    const hasLog = wasLost && (folder !== undefined || config.SENT_LOG !== null);
    if (rest === 'send' && !hasLog) throw new WrongUse('--send-rest needs a sent log that says what has left.');
    const log = hasLog ? await settleByLog(ctx, await rangeOf(ctx, { folder, since })) : null;
    const isLogWhole = log !== null && (rest === undefined ? isWhole(log) : rest === 'send');
    const projects = wasLost ? await afterLoss(ctx, { restoredAt: pause.pausedAt, isLogWhole }) : 0;
    await asOwner(sessionUrlOf(config), endWorkerPause);
    return { backupAt: pause.backupAt, projects, log, rest: isLogWhole || !wasLost ? 'send' : 'doubt' };
  });

async function settleByLog(ctx: InstanceContext, range: SentRange): Promise<SettledByLog> {
  let [takenAsSent, unfinished] = [0, 0];
  const coverage = await watchCoverage(ctx, range);
  for await (const batch of compareSince(ctx, range)) {
    coverage.see(batch);
    takenAsSent += await takeAsSent(ctx, batch);
    unfinished += await putInDoubt(ctx, batch);
  }
  return { takenAsSent, unfinished, ...coverage.result() };
}

async function takeAsSent(ctx: InstanceContext, { compared }: ComparedSent): Promise<number> {
  const left = compared
    .filter(({ finding }) => finding === 'waiting' || finding === 'doubtful')
    .map(({ entry }) => entry);
  for (const [projectId, mails] of Map.groupBy(left, ({ project }) => project)) {
    await unlessClosed(recordLeft(ctx.inProject(projectId as ProjectId), mails)); // its mail was found there
  }
  return new Set(left.map(({ email }) => email)).size;
}

async function putInDoubt(ctx: InstanceContext, { unfinished }: ComparedSent): Promise<number> {
  let mails = 0;
  const steps = unfinished.filter(({ finding }) => finding === 'waiting').map(({ entry }) => entry);
  for (const [projectId, begun] of Map.groupBy(steps, ({ project }) => project)) {
    mails += (await unlessClosed(doubtBegun(ctx.inProject(projectId as ProjectId), begun))) ?? 0; // its mail was found there
  }
  return mails;
}

async function afterLoss(ctx: InstanceContext, loss: Loss): Promise<number> {
  const ids = await projectIds(ctx);
  for (const id of ids) {
    for (const feature of features) await unlessClosed(feature.afterLoss?.(ctx.inProject(id), loss));
  }
  return ids.length;
}

/** A project that is being erased sends nothing. */
async function unlessClosed<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  return work?.catch((error: unknown) => {
    if (!closedProjectOf(error)) throw error;
    return undefined;
  });
}
