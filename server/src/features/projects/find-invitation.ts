import type { InstanceReader, ProjectId } from '#platform/context';
import type { Role } from '#platform/identity';

export interface Invitation {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly email: string;
  readonly role: Role;
  readonly inviterName: string | null;
  readonly inviterEmail: string | null;
  readonly expiresAt: Date;
}

/** An invitation that can still be accepted. */
export async function findInvitation(reader: InstanceReader, id: string): Promise<Invitation | null> {
  const row = await reader.db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.projectId')
    .leftJoin('users', 'users.id', 'invitations.invitedBy')
    .select(['invitations.id', 'projectId', 'projects.name as projectName', 'invitations.email', 'invitations.role'])
    .select(['users.name as inviterName', 'users.email as inviterEmail', 'invitations.expiresAt'])
    .where('invitations.id', '=', id)
    .where('invitations.expiresAt', '>', reader.now)
    .where('projects.deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, projectId: row.projectId as ProjectId } : null; // references projects
}

export const inviterOf = ({ inviterName, inviterEmail }: Invitation): string =>
  inviterName || inviterEmail || 'A team member';

/** Whether any project has invited this address. */
export async function isInvited(reader: InstanceReader, email: string): Promise<boolean> {
  const row = await reader.db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('expiresAt', '>', reader.now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
