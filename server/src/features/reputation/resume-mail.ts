import { requireUser } from '#features/accounts';
import { releaseHeldMail } from '#features/emails';
import { findRole, type PauseScope } from '#features/projects';
import { logActivity } from '#platform/activity-log';
import type { ProjectId, ProjectTx } from '#platform/context';
import { AdministratorsOnly, ProjectNotFound, RoleTooLow, type SessionCall } from '#platform/identity';
import { limits } from '#pure/limits';
import { lockState } from './check-project.ts';
import { NotPaused, ResumeTooSoon } from './refusals.ts';
import { liftSuspensions } from './suspensions.ts';
import { exists } from './switch-project.ts';

/** Lifts a pause (D-1135). Held mail becomes due, and a new round of counting starts. */
export async function resumeMail(call: SessionCall, projectId: ProjectId, scope: PauseScope): Promise<void> {
  const user = await call.read(async (reader) => ({
    ...(await requireUser(reader, call.userId)),
    role: await findRole(reader, projectId, call.userId),
  }));
  if (scope === 'MARKETING' || !user.isInstanceAdmin) {
    if (!user.role) throw ProjectNotFound(projectId);
    if (scope === 'ALL') throw AdministratorsOnly();
    if (user.role === 'MEMBER') throw RoleTooLow('ADMIN');
  }
  await call.inProject(projectId).transaction(async (tx) => {
    if (!(await exists(tx))) throw ProjectNotFound(projectId);
    const round = await lockState(tx);
    if (scope === 'MARKETING') await refuseTooSoon(tx);
    if ((await liftSuspensions(tx, scope, { by: user.email })) === 0) throw NotPaused();
    await tx.db
      .updateTable('reputationStates')
      .set({ round: round + 1 })
      .where('projectId', '=', projectId)
      .execute();
    await tx.enqueue(releaseHeldMail, {});
    // Only administrators of the installation lift this one, and the team is to see it (D-1124).
    if (scope === 'ALL') await logActivity(tx, [{ name: 'project.resumed', data: { scope, by: user.email } }]);
  });
}

async function refuseTooSoon({ db, projectId, now }: ProjectTx): Promise<void> {
  const last = await db
    .selectFrom('reputationSuspensions')
    .select('endedAt')
    .where('projectId', '=', projectId)
    .where('scope', '=', 'MARKETING')
    .where('endedBy', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const from = last?.endedAt ? new Date(last.endedAt.getTime() + limits.marketingResumePauseDays * 86_400_000) : null;
  if (from && from > now) throw ResumeTooSoon(from);
}
