import { requireUser } from '#features/accounts';
import type { ProjectTx } from '#platform/context';
import { type Caller, RoleTooLow } from '#platform/identity';
import { limits } from '#pure/limits';
import { lockState } from './check-project.ts';
import { ResumeTooSoon } from './refusals.ts';
import type { MailSource } from './stats.ts';

/**
 * Ends the suspension of one source (D-1136). Its counts begin anew, so it is not stopped again for what is past; for the lines of the
 * project everything still counts.
 */
export async function endSourceSuspension(
  tx: ProjectTx,
  caller: Caller,
  { scope, targetId }: MailSource,
): Promise<void> {
  if (caller.kind !== 'session' || caller.role === 'MEMBER') throw RoleTooLow('ADMIN');
  await lockState(tx);
  const upperScope = scope.toUpperCase() as 'CAMPAIGN' | 'WORKFLOW'; // the scopes of the table
  const suspensions = () =>
    tx.db
      .selectFrom('reputationSuspensions')
      .where('projectId', '=', tx.projectId)
      .where('scope', '=', upperScope)
      .where('targetId', '=', targetId);
  const since = new Date(tx.now.getTime() - limits.sourceResumeDays * 86_400_000);
  const recent = await suspensions()
    .select('endedAt')
    .where('endedAt', '>', since)
    .where('endedBy', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(limits.sourceResumes)
    .execute();
  const first = recent.length < limits.sourceResumes ? null : recent.at(-1)?.endedAt;
  if (first) throw ResumeTooSoon(new Date(first.getTime() + limits.sourceResumeDays * 86_400_000));
  const { email } = await requireUser(tx, caller.userId);
  await tx.db
    .updateTable('reputationSuspensions')
    .set({ endedAt: tx.now, endedBy: email })
    .where('projectId', '=', tx.projectId)
    .where('scope', '=', upperScope)
    .where('targetId', '=', targetId)
    .where('endedAt', 'is', null)
    .execute();
  await tx.db
    .deleteFrom('reputationCounts')
    .where('projectId', '=', tx.projectId)
    .where('scope', '=', scope)
    .where('targetId', '=', targetId)
    .execute();
}
