import type { Entry } from '../entry.ts';
import { changeMember, removeMember } from './change-member.ts';
import { acceptInvitation, showInvitation } from './invitations.ts';
import { inviteMember, listMembers } from './invite-member.ts';

export const memberEntries: readonly Entry[] = [
  listMembers,
  inviteMember,
  changeMember,
  removeMember,
  showInvitation,
  acceptInvitation,
];
