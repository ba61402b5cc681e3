import type { InstanceReader, ProjectId } from '#platform/context';
import type { Role } from '#platform/http';

/** A person in the project, or an invitation that waits. */
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

const most = 1_000;

/** Everyone in the project and everyone invited: owners first, then by date. At most a thousand of each. */
export async function teamOf(reader: InstanceReader, projectId: ProjectId): Promise<TeamMember[]> {
  const active = await activeMembers(reader, projectId).orderBy('joinedAt').limit(most).execute();
  const pending = await pendingMembers(reader, projectId).orderBy('createdAt').limit(most).execute();
  const team = [...active.map(toActive), ...pending.map(toPending)];
  return team.toSorted((a, b) => Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || dateOf(a) - dateOf(b));
}

/** The one with this id, which is a person's or an invitation's. */
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

type Active = Awaited<ReturnType<ReturnType<typeof activeMembers>['executeTakeFirstOrThrow']>>;
type Pending = Awaited<ReturnType<ReturnType<typeof pendingMembers>['executeTakeFirstOrThrow']>>;

const toActive = (row: Active): TeamMember => ({ ...row, userId: row.id, invitedAt: null, expiresAt: null });

const toPending = ({ createdAt, ...row }: Pending): TeamMember => ({
  ...row,
  userId: null,
  name: null,
  invitedAt: createdAt,
  joinedAt: null,
});

const dateOf = ({ joinedAt, invitedAt }: TeamMember): number => (joinedAt ?? invitedAt ?? new Date(0)).getTime();
