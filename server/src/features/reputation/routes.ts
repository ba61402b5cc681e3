import { z } from 'zod';
import { givenReasons } from '#features/projects';
import type { ProjectId } from '#platform/context';
import { defineRoute, pathId } from '#platform/http';
import { AdministratorsOnly, type MemberCall, ProjectNotFound, RoleTooLow, type SessionCall } from '#platform/identity';
import { loadSecurity } from './load-security.ts';
import { NotPaused, ResumeTooSoon } from './refusals.ts';
import { resumeMail } from './resume-mail.ts';
import { SecurityReply, SwitchReply, toSecurityReply } from './shapes.ts';
import { switchProject } from './switch-project.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });

const securityOf = async (call: SessionCall, projectId: ProjectId) =>
  toSecurityReply(await call.inProject(projectId).read(loadSecurity));

const securityRoute = {
  method: 'GET',
  summary: 'How the mail of a project is received, and what is paused',
  access: 'member',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: SecurityReply },
  refuses: [ProjectNotFound],
  run: (call: MemberCall) => securityOf(call, call.projectId),
} as const;

export const security = defineRoute({ ...securityRoute, path: '/projects/:id/security' });

export const ownSecurity = defineRoute({ ...securityRoute, path: '/users/@me/projects/:id/security' });

/** Open to every session, because an administrator of the installation need not belong to the project. */
export const resume = defineRoute({
  method: 'POST',
  path: '/projects/:id/resume',
  summary: 'Lift a pause; held mail leaves',
  access: 'session',
  params,
  body: z.object({ scope: z.enum(['MARKETING', 'ALL']), acknowledge: z.literal(true) }),
  replies: { 200: SecurityReply },
  refuses: [ProjectNotFound, RoleTooLow, AdministratorsOnly, NotPaused, ResumeTooSoon],
  async run(call, { params: { id }, body }) {
    await resumeMail(call, id, body.scope);
    return securityOf(call, id);
  },
});

export const disable = defineRoute({
  method: 'POST',
  path: '/projects/:id/disable',
  summary: 'Disable a project; its mail is held',
  description: 'For administrators of the instance. A repeat changes nothing; another reason replaces the one before.',
  access: 'session',
  params,
  body: z.object({ reason: z.enum(givenReasons) }),
  replies: { 200: SwitchReply },
  refuses: [ProjectNotFound, AdministratorsOnly],
  run: (call, { params: { id }, body }) => switchProject(call, id, body.reason),
});

export const enable = defineRoute({
  method: 'POST',
  path: '/projects/:id/enable',
  summary: 'Enable a disabled project; held mail leaves',
  description: 'For administrators of the instance, whatever the reason was. A repeat changes nothing.',
  access: 'session',
  params,
  replies: { 200: SwitchReply },
  refuses: [ProjectNotFound, AdministratorsOnly],
  run: (call, { params: { id } }) => switchProject(call, id, null),
});
