import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const teamOf = ({ call, list }: Caller) => ({
  /** Team members and pending invitations. */
  list: (projectId: string, options?: CallOptions) =>
    list('GET /projects/{id}/members', { path: { id: projectId } }, options),
  /** Invite a person by mail. */
  invite: (projectId: string, body: Body<'POST /projects/{id}/members'>, options?: CallOptions) =>
    call('POST /projects/{id}/members', { path: { id: projectId }, body }, options),
  /** Change the role of a team member or an invitation. */
  changeRole: (
    projectId: string,
    userId: string,
    body: Body<'PATCH /projects/{id}/members/{userId}'>,
    options?: CallOptions,
  ) => call('PATCH /projects/{id}/members/{userId}', { path: { id: projectId, userId }, body }, options),
  /** Remove a team member, leave, or withdraw an invitation. */
  remove: (projectId: string, userId: string, options?: CallOptions) =>
    call('DELETE /projects/{id}/members/{userId}', { path: { id: projectId, userId } }, options),
});

export type TeamCalls = ReturnType<typeof teamOf>;
