import type { InstanceReader, ProjectId } from '#platform/context';
import type { Role, UserId } from '#platform/identity';

export interface TeamLeader {
  readonly userId: UserId;
  readonly email: string;
  readonly role: Role;
  readonly projectName: string;
}

const max = 100;

/** The owners and admins, who are notified when something happens to their project; at most a hundred. */
export async function listTeamLeaders({ db }: Pick<InstanceReader, 'db'>, projectId: ProjectId): Promise<TeamLeader[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .innerJoin('projects', 'projects.id', 'memberships.projectId')
    .select(['users.id as userId', 'users.email', 'memberships.role', 'projects.name as projectName'])
    .where('memberships.projectId', '=', projectId)
    .where('memberships.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('memberships.joinedAt')
    .limit(max)
    .execute();
  return rows.map((row) => ({ ...row, userId: row.userId as UserId })); // the primary key of users
}
