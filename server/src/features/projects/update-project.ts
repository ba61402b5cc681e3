import { needsVerification, requireUser } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import { type MemberCall, ProjectNotFound } from '#platform/identity';
import type { Project, ProjectMode, Tracking } from './project.ts';
import { findProject } from './queries.ts';
import { type MissingForLive, ProjectNotReady } from './refusals.ts';

export interface ProjectChange {
  readonly name?: string | undefined;
  readonly tracking?: Tracking | undefined;
  readonly language?: string | undefined;
  readonly timezone?: string | undefined;
  readonly mode?: ProjectMode | undefined;
  readonly sendRate?: number | null | undefined;
  readonly resendOnDoubt?: { transactional?: boolean | undefined; marketing?: boolean | undefined } | undefined;
  readonly mcpSending?: boolean | undefined;
}

/** Changes settings. Going live needs what D-1111 requires; going back to test is always possible. */
export function updateProject(call: MemberCall, change: ProjectChange): Promise<Project> {
  return call.transaction(async (tx) => {
    const isUnproven = needsVerification(await requireUser(tx, call.userId), call.mail);
    const { resendOnDoubt, mode, ...plain } = change;
    const changed = await tx.db
      .updateTable('projects')
      .set({
        ...plain,
        ...(mode ? { mode } : {}),
        resendsTransactionalOnDoubt: resendOnDoubt?.transactional,
        resendsMarketingOnDoubt: resendOnDoubt?.marketing,
        updatedAt: tx.now,
      })
      .where('id', '=', call.projectId)
      .where('deletedAt', 'is', null)
      .$if(mode === 'live', (live) =>
        live.where(({ or, and, eb, lit }) =>
          or([
            eb('mode', '=', 'live'),
            and([eb('hasVerifiedDomain', '=', true), eb('hasTestedProvider', '=', true), lit(!isUnproven)]),
          ]),
        ),
      )
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw await refusalToChange(tx, call, isUnproven);
    const project = await findProject(tx, call.projectId, call.userId);
    if (!project) throw ProjectNotFound(call.projectId);
    return project;
  });
}

async function refusalToChange(tx: InstanceTx, { projectId }: MemberCall, isUnproven: boolean) {
  const ready = await tx.db
    .selectFrom('projects')
    .select(['hasVerifiedDomain', 'hasTestedProvider'])
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!ready) return ProjectNotFound(projectId);
  const absent: MissingForLive[] = [];
  if (!ready.hasVerifiedDomain) absent.push('domain');
  if (!ready.hasTestedProvider) absent.push('provider');
  if (isUnproven) absent.push('email');
  return ProjectNotReady(absent);
}
