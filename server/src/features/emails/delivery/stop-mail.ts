import type { ProjectTx } from '#platform/context';
import type { StopReason } from './mail-stops.ts';
import { releaseHeldMail } from './schedules.ts';

/** Why no mail of this source may leave. */
export interface MailStop {
  /** The campaign or workflow. */
  readonly sourceId: string;
  readonly reason: StopReason;
}

/** From the commit on, mail of this source no longer passes the gate. */
export async function stopMail(tx: ProjectTx, { sourceId, reason }: MailStop): Promise<void> {
  await tx.db
    .insertInto('mailStops')
    .values({ projectId: tx.projectId, sourceId, reason, createdAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the stop back, and lets held mail of the source be due again. */
export async function endStop(tx: ProjectTx, { sourceId, reason }: MailStop): Promise<void> {
  await tx.db
    .deleteFrom('mailStops')
    .where('projectId', '=', tx.projectId)
    .where('sourceId', '=', sourceId)
    .where('reason', '=', reason)
    .execute();
  await tx.enqueue(releaseHeldMail, {});
}
