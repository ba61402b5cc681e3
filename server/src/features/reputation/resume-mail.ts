import { requireUser } from '#features/accounts';
import { releaseHeldMail } from '#features/emails';
import type { PauseScope } from '#features/projects';
import { roleOf } from '#features/projects';
import type { ProjectId, ProjectTx } from '#platform/context';
import type { SessionCall } from '#platform/http';
import { ProjectNotFound, RoleTooLow } from '#platform/http';
import { lockState } from './check-project.ts';
import { AdministratorsOnly, NotPaused, ResumeTooSoon } from './refusals.ts';
import { liftSuspensions } from './suspensions.ts';

const waitDays = 7;

/** Lifts a pause (D-1135). Held mail becomes due, and counting begins anew. */
export async function resumeMail(call: SessionCall, projectId: ProjectId, scope: PauseScope): Promise<void> {
  const user = await call.read(async (reader) => ({
    ...(await requireUser(reader, call.userId)),
    role: await roleOf(reader, projectId, call.userId),
  }));
  if (scope === 'MARKETING' || !user.isInstanceAdmin) {
    if (!user.role) throw ProjectNotFound(projectId);
    if (scope === 'ALL') throw AdministratorsOnly();
    if (user.role === 'MEMBER') throw RoleTooLow('ADMIN');
  }
  await call.inProject(projectId).transaction(async (tx) => {
    if (!(await exists(tx))) throw ProjectNotFound(projectId);
    const round = await lockState(tx);
    if (scope === 'MARKETING') await refuseSoon(tx);
    if ((await liftSuspensions(tx, scope, { by: user.email })) === 0) throw NotPaused();
    await tx.db
      .updateTable('reputationStates')
      .set({ round: round + 1 })
      .where('projectId', '=', projectId)
      .execute();
    await tx.enqueue(releaseHeldMail, {});
  });
}

/** An administrator may name any project, so it is looked up. */
async function exists({ db, projectId }: ProjectTx): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function refuseSoon({ db, projectId, now }: ProjectTx): Promise<void> {
  const last = await db
    .selectFrom('reputationSuspensions')
    .select('endedAt')
    .where('projectId', '=', projectId)
    .where('scope', '=', 'MARKETING')
    .where('endedBy', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const from = last?.endedAt ? new Date(last.endedAt.getTime() + waitDays * 86_400_000) : null;
  if (from && from > now) throw ResumeTooSoon(from);
}
