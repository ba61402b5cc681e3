import { z } from 'zod';
import { Address, EmailVerificationRequired, readToken, sessionCookie } from '#features/accounts';
import { answer, defineRoute, Instant, instant, pathId, withDefault } from '#platform/http';
import { ProjectNotFound, RoleTooLow, TooManyRequests } from '#platform/identity';
import { acceptInvitation } from './accept-invitation.ts';
import { changeTeamMember } from './change-team-member.ts';
import { findInvitation, inviterOf } from './find-invitation.ts';
import { inviteTeamMember } from './invite-team-member.ts';
import { AlreadyMember, InvitationNotFound, LastOwner, OtherAddress, TeamMemberNotFound } from './refusals.ts';
import { removeTeamMember } from './remove-team-member.ts';
import { InvitedReply, ProjectReply, Role, TeamMemberReply, toProjectReply, toTeamMemberReply } from './shapes.ts';
import { listTeamMembers } from './team-member.ts';

const projectParams = z.object({ id: pathId<'project'>('project', ProjectNotFound) });
const memberParams = projectParams.extend({ userId: pathId<'user'>('member', TeamMemberNotFound) });

export const listTeam = defineRoute({
  method: 'GET',
  path: '/projects/:id/members',
  summary: 'Team members and pending invitations',
  access: 'member',
  params: projectParams,
  replies: { 200: z.array(TeamMemberReply) },
  async run(call) {
    return (await call.read((reader) => listTeamMembers(reader, call.projectId))).map(toTeamMemberReply);
  },
});

export const invite = defineRoute({
  method: 'POST',
  path: '/projects/:id/members',
  summary: 'Invite somebody by mail',
  access: 'member',
  role: 'ADMIN',
  isAllowedWhenDisabled: true,
  params: projectParams,
  body: z.object({ email: Address, role: withDefault(Role, 'MEMBER') }),
  replies: { 201: InvitedReply, 200: InvitedReply },
  refuses: [AlreadyMember, RoleTooLow, EmailVerificationRequired, TooManyRequests],
  async run(call, { body }) {
    const { member, inviteUrl, isNew } = await inviteTeamMember(call, {
      email: body.email,
      role: body.role,
    });
    return answer(isNew ? 201 : 200, { ...toTeamMemberReply(member), inviteUrl });
  },
});

export const changeRole = defineRoute({
  method: 'PATCH',
  path: '/projects/:id/members/:userId',
  summary: 'Change the role of a team member or an invitation',
  access: 'member',
  role: 'ADMIN',
  isAllowedWhenDisabled: true,
  params: memberParams,
  body: z.object({ role: Role }),
  replies: { 200: TeamMemberReply },
  refuses: [LastOwner, RoleTooLow, TeamMemberNotFound],
  async run(call, { params, body }) {
    const { member, token } = await changeTeamMember(call, params.userId, body.role);
    return answer(200, toTeamMemberReply(member), token ? sessionCookie(call.config, token) : {});
  },
});

export const removeFromTeam = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/members/:userId',
  summary: 'Remove a team member, leave, or withdraw an invitation',
  access: 'member',
  isAllowedWhenDisabled: true,
  params: memberParams,
  replies: { 204: null },
  refuses: [LastOwner, RoleTooLow, TeamMemberNotFound],
  async run(call, { params }) {
    await removeTeamMember(call, params.userId);
  },
});

const tokenParams = z.object({ token: z.string() });

export const showInvitation = defineRoute({
  method: 'GET',
  path: '/invitations/:token',
  summary: 'What an invitation is for',
  access: 'none',
  params: tokenParams,
  replies: {
    200: z.object({ project: z.string(), email: z.string(), role: Role, inviter: z.string(), expiresAt: Instant }),
  },
  refuses: [InvitationNotFound],
  async run(call, { params }) {
    const id = readToken(call.config, 'invitation', params.token);
    const invitation = id && (await call.read((reader) => findInvitation(reader, id)));
    if (!invitation) throw InvitationNotFound();
    const { projectName, email, role, expiresAt } = invitation;
    return { project: projectName, email, role, inviter: inviterOf(invitation), expiresAt: instant(expiresAt) };
  },
});

export const accept = defineRoute({
  method: 'POST',
  path: '/invitations/:token/accept',
  summary: 'Join the project of an invitation',
  access: 'session',
  params: tokenParams,
  replies: { 200: ProjectReply },
  refuses: [InvitationNotFound, OtherAddress],
  async run(call, { params }) {
    const { project, token } = await acceptInvitation(call, params.token);
    return answer(200, toProjectReply(call.config, project), sessionCookie(call.config, token));
  },
});
