import type { Body, Item, Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type Role, useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Member = Item<'GET /projects/{id}/members'>;
export type Invitation = Reply<'POST /projects/{id}/members'>;

const stale = [['team']];

export function useTeam(): UseQueryResult<readonly Member[]> {
  const { project } = useProject();
  return useProjectQuery(['team'], async (session, signal) => await session.team.list(project.id, { signal }));
}

/** Invites, or renews an invitation that is still open. */
export function useInvite(): UseMutationResult<Invitation, Error, Body<'POST /projects/{id}/members'>> {
  const { project } = useProject();
  return useProjectChange((session, body) => session.team.invite(project.id, body), stale);
}

export interface RoleChange {
  readonly id: string;
  readonly role: Role;
}

export function useChangeRole(): UseMutationResult<Member, Error, RoleChange> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(async (session, { id, role }) => {
    const changed = await session.team.changeRole(project.id, id, { role });
    // Why: it may have been the role of the person who is signed in.
    await client.invalidateQueries({ queryKey: ['projects'] });
    return changed;
  }, stale);
}

/** Removes a person, or withdraws an invitation. */
export function useRemoveMember(): UseMutationResult<undefined, Error, string> {
  const { project } = useProject();
  return useProjectChange((session, id) => session.team.remove(project.id, id), stale);
}
