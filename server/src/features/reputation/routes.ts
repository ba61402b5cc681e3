import { z } from 'zod';
import type { ProjectId } from '#platform/context';
import { defineRoute, pathId } from '#platform/http';
import { type MemberCall, ProjectNotFound, RoleTooLow, type SessionCall } from '#platform/identity';
import { loadSecurity } from './load-security.ts';
import { AdministratorsOnly, NotPaused, ResumeTooSoon } from './refusals.ts';
import { resumeMail } from './resume-mail.ts';
import { SecurityReply, toSecurityReply } from './shapes.ts';

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
