import type { InstanceReader, ProjectId } from '#platform/context';
import type { Role } from '#platform/identity';
import { limits } from '#pure/limits';

/** A person in the project, or a pending invitation. */
export interface TeamMember {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly invitedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly joinedAt: Date | null;
}

/** Everyone in the project and everyone invited: owners first, then by date. At most a thousand of each. */
export async function listTeamMembers(reader: InstanceReader, projectId: ProjectId): Promise<TeamMember[]> {
  const active = await activeMembers(reader, projectId).orderBy('joinedAt').limit(limits.teamMembersListed).execute();
  const pending = await pendingMembers(reader, projectId)
    .orderBy('createdAt')
    .limit(limits.teamMembersListed)
    .execute();
  const team = [...active.map(toActive), ...pending.map(toPending)];
  return team.toSorted((a, b) => Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || dateOf(a) - dateOf(b));
}

/** The member with this id, which is a user's or an invitation's. */
export async function findTeamMember(
  reader: InstanceReader,
  projectId: ProjectId,
  id: string,
): Promise<TeamMember | null> {
  const active = await activeMembers(reader, projectId).where('users.id', '=', id).executeTakeFirst();
  if (active) return toActive(active);
  const pending = await pendingMembers(reader, projectId).where('id', '=', id).executeTakeFirst();
  return pending ? toPending(pending) : null;
}

const activeMembers = ({ db }: InstanceReader, projectId: ProjectId) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id', 'users.email', 'users.name', 'memberships.role', 'memberships.joinedAt'])
    .where('memberships.projectId', '=', projectId);

const pendingMembers = ({ db }: InstanceReader, projectId: ProjectId) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'createdAt', 'expiresAt'])
    .where('projectId', '=', projectId);

type ActiveRow = Awaited<ReturnType<ReturnType<typeof activeMembers>['executeTakeFirstOrThrow']>>;
type PendingRow = Awaited<ReturnType<ReturnType<typeof pendingMembers>['executeTakeFirstOrThrow']>>;

const toActive = (row: ActiveRow): TeamMember => ({ ...row, userId: row.id, invitedAt: null, expiresAt: null });

const toPending = ({ createdAt, ...row }: PendingRow): TeamMember => ({
  ...row,
  userId: null,
  name: null,
  invitedAt: createdAt,
  joinedAt: null,
});

const dateOf = ({ joinedAt, invitedAt }: TeamMember): number => (joinedAt ?? invitedAt ?? new Date(0)).getTime();
