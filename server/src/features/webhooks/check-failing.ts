import { z } from 'zod';
import { listTeamLeaders } from '#features/projects';
import { defineTask, type ProjectTx } from '#platform/context';
import type { EndpointId } from './endpoint.ts';
import { disableEndpoint } from './send/record-attempt.ts';
import { maxLateMs } from './send/retry-plan.ts';
import { sendNotice } from './send-notice.ts';

export const mailHours = 24;
export const disableHours = 72;

/**
 * After a day its team gets a mail about a failing endpoint, once; after three it is disabled (D-1053). A second run finds neither.
 * Neither happens while it is not called: its project is disabled, or was until now, or nothing waits.
 */
export const checkFailing = defineTask({
  name: 'webhooks.check-failing',
  payload: z.object({ endpointId: z.uuid() }),
  isMerged: true,
  async run(ctx, { endpointId }) {
    const id = endpointId as EndpointId; // looked up inside the project
    await ctx.transaction(async (tx) => {
      if (!(await lockCalled(tx, id))) return;
      if (await isFailingFor(tx, id, disableHours)) await disableEndpoint(tx, id, 'FAILING');
      else if (await markMailed(tx, id)) await mailLeaders(tx, id);
    });
  },
});

const before = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

async function lockCalled({ db, projectId, now }: ProjectTx, id: EndpointId): Promise<boolean> {
  const row = await db
    .selectFrom('webhookEndpoints as w')
    .innerJoin('projects as p', 'p.id', 'w.projectId')
    .select('w.id')
    .where('w.projectId', '=', projectId)
    .where('w.id', '=', id)
    .where('w.nextProbeAt', '>', new Date(now.getTime() - maxLateMs))
    .where('p.disabledReason', 'is', null)
    .forNoKeyUpdate('w')
    .executeTakeFirst();
  return row !== undefined;
}

async function isFailingFor({ db, projectId, now }: ProjectTx, id: EndpointId, hours: number): Promise<boolean> {
  const row = await db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('failingSince', '<=', before(now, hours))
    .executeTakeFirst();
  return row !== undefined;
}

async function markMailed({ db, projectId, now }: ProjectTx, id: EndpointId): Promise<boolean> {
  const marked = await db
    .updateTable('webhookEndpoints')
    .set({ mailedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('mailedAt', 'is', null)
    .where('failingSince', '<=', before(now, mailHours))
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** One task for each person: a failed mail is repeated to that person only. */
async function mailLeaders(tx: ProjectTx, endpointId: EndpointId): Promise<void> {
  for (const { userId } of await listTeamLeaders(tx, tx.projectId)) {
    await tx.enqueue(sendNotice, { projectId: tx.projectId, endpointId, userId });
  }
}
