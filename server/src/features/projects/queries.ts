import type { InstanceReader, ProjectId } from '#platform/context';
import type { Role, UserId } from '#platform/identity';
import { limits } from '#pure/limits';
import type { Project } from './project.ts';

function projects(reader: InstanceReader, userId: UserId) {
  return reader.db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.projectId')
    .innerJoin('apiKeys as publicKey', (join) =>
      join.onRef('publicKey.projectId', '=', 'projects.id').on('publicKey.kind', '=', 'public'),
    )
    .innerJoin('apiKeys as secretKey', (join) =>
      join.onRef('secretKey.projectId', '=', 'projects.id').on('secretKey.kind', '=', 'secret'),
    )
    .select(['projects.id', 'projects.name', 'memberships.role', 'publicKey.publicText', 'secretKey.last4'])
    .select(['mode', 'disabledReason', 'pausedAt', 'marketingPausedAt', 'tracking', 'language', 'timezone'])
    .select(['sendRate', 'resendsTransactionalOnDoubt', 'resendsMarketingOnDoubt', 'mcpSending'])
    .select(['subscriptionStatus', 'subscriptionCurrency', 'subscriptionPeriodStart', 'subscriptionPeriodEnd'])
    .select(['projects.createdAt', 'projects.updatedAt'])
    .where('memberships.userId', '=', userId);
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof projects>['executeTakeFirstOrThrow']>>;

/** Every project of a person, oldest first; at most a thousand. */
export async function listProjects(reader: InstanceReader, userId: UserId): Promise<Project[]> {
  const rows = await projects(reader, userId)
    .orderBy('projects.createdAt')
    .orderBy('projects.id')
    .limit(limits.projectsListed)
    .execute();
  return rows.map(toProject);
}

/** One project as this person sees it, or null when it is not theirs. */
export async function findProject(reader: InstanceReader, id: ProjectId, userId: UserId): Promise<Project | null> {
  const row = await projects(reader, userId).where('projects.id', '=', id).executeTakeFirst();
  return row ? toProject(row) : null;
}

function toProject({ publicText, last4, ...row }: ProjectRow): Project {
  const { subscriptionStatus, subscriptionCurrency, subscriptionPeriodStart, subscriptionPeriodEnd, ...rest } = row;
  return {
    ...rest,
    id: row.id as ProjectId, // the primary key
    publicKey: publicText ?? '',
    secretLast4: last4,
    subscription:
      subscriptionStatus && subscriptionCurrency && subscriptionPeriodStart && subscriptionPeriodEnd
        ? {
            status: subscriptionStatus,
            currency: subscriptionCurrency,
            periodStart: subscriptionPeriodStart,
            periodEnd: subscriptionPeriodEnd,
          }
        : null,
  };
}

/** Projects whose only owner is this person. */
export function listProjectsOnlyOwnedBy(
  reader: InstanceReader,
  userId: UserId,
): Promise<{ id: string; name: string }[]> {
  return reader.db
    .selectFrom('memberships as own')
    .innerJoin('projects', 'projects.id', 'own.projectId')
    .select(['projects.id', 'projects.name'])
    .where('own.userId', '=', userId)
    .where('own.role', '=', 'OWNER')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as other')
            .select('other.userId')
            .whereRef('other.projectId', '=', 'own.projectId')
            .where('other.role', '=', 'OWNER')
            .where('other.userId', '!=', userId),
        ),
      ),
    )
    .orderBy('projects.createdAt')
    .limit(limits.projectsListed)
    .execute();
}

export async function findRole(reader: InstanceReader, projectId: ProjectId, userId: string): Promise<Role | null> {
  const row = await reader.db
    .selectFrom('memberships')
    .select('role')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}
