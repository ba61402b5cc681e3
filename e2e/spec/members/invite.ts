import assert from 'node:assert/strict';
import type { Owner, Person } from '../world/people.ts';

export interface SentInvitation {
  id: string;
  inviteUrl: string;
}

/** Invites an address into the owner's project. */
export async function invite(
  owner: Person & Pick<Owner, 'project'>,
  email: string,
  role?: 'ADMIN' | 'MEMBER' | 'OWNER',
): Promise<SentInvitation> {
  const reply = await owner.api.post(`/projects/${owner.project.id}/members`, { email, role });
  assert.ok(reply.status === 201 || reply.status === 200, reply.text);
  return reply.body;
}

/** The token at the end of the link that an invitation mails. */
export const invitationToken = ({ inviteUrl }: SentInvitation): string => inviteUrl.split('/').at(-1) ?? '';
