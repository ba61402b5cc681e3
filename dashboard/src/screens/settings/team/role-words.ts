import type { Role } from '../../../api/project.ts';

export const roleNames: Readonly<Record<Role, string>> = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' };

/** What each role may do, owner, admin, member: the table of the contract in a few lines. */
export const rights: readonly { readonly words: string; readonly roles: readonly Role[] }[] = [
  { words: 'Read everything, send, write, build', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  { words: 'Change project, provider and domains', roles: ['OWNER', 'ADMIN'] },
  { words: 'Replace keys, switch test and live', roles: ['OWNER', 'ADMIN'] },
  { words: 'Invite, change roles, change billing limits', roles: ['OWNER', 'ADMIN'] },
  { words: 'Take complaints off the suppressions, lift a pause of marketing', roles: ['OWNER', 'ADMIN'] },
  { words: 'Delete or reset the project, make an owner, pay', roles: ['OWNER'] },
];

export const allRoles: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER'];
