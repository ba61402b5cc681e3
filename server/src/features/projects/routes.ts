import { z } from 'zod';
import { EmailVerificationRequired } from '#features/accounts';
import { answer, defineRoute, optional, pathId } from '#platform/http';
import { ProjectNotFound, ProjectResetting } from '#platform/identity';
import { addProject } from './add-project.ts';
import { deleteProject } from './delete-project.ts';
import { listProjects } from './queries.ts';
import { ProjectLimitReached, ProjectNotReady } from './refusals.ts';
import { regenerateKeys } from './regenerate-keys.ts';
import { resetProject } from './reset-project.ts';
import {
  Language,
  ProjectName,
  ProjectReply,
  ProjectSettings,
  ProjectWithSecret,
  TimeZone,
  toProjectReply,
} from './shapes.ts';
import { updateProject } from './update-project.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });

export const list = defineRoute({
  method: 'GET',
  path: '/users/@me/projects',
  summary: 'Projects of the signed-in person, oldest first',
  access: 'session',
  replies: { 200: z.array(ProjectReply) },
  async run(call) {
    return (await call.read((reader) => listProjects(reader, call.userId))).map((project) =>
      toProjectReply(call.config, project),
    );
  },
});

export const create = defineRoute({
  method: 'POST',
  path: '/users/@me/projects',
  summary: 'Create a project; the secret key is shown once',
  access: 'session',
  body: z.object({ name: ProjectName, timezone: optional(TimeZone), language: optional(Language) }),
  replies: { 201: ProjectWithSecret },
  refuses: [ProjectLimitReached, EmailVerificationRequired],
  async run(call, { body }) {
    const { project, keys: newKeys } = await addProject(call, body);
    return { ...toProjectReply(call.config, project), secret: newKeys.secret };
  },
});

export const update = defineRoute({
  method: 'PATCH',
  path: '/users/@me/projects/:id',
  summary: 'Change settings, or go live',
  access: 'member',
  role: 'ADMIN',
  isAllowedWhenDisabled: true,
  params,
  body: ProjectSettings,
  replies: { 200: ProjectReply },
  refuses: [ProjectNotFound, ProjectNotReady],
  async run(call, { body }) {
    return toProjectReply(call.config, await updateProject(call, body));
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/users/@me/projects/:id',
  summary: 'Delete a project with everything in it',
  access: 'member',
  role: 'OWNER',
  params,
  body: z.object({ confirm: optional(z.string()) }),
  replies: { 204: null },
  refuses: [ProjectNotFound],
  async run(call, { body }) {
    await deleteProject(call, body.confirm);
  },
});

export const reset = defineRoute({
  method: 'POST',
  path: '/users/@me/projects/:id/reset',
  summary: 'Delete all data of a project; it keeps its keys, team, settings, domains and suppressions',
  access: 'member',
  role: 'OWNER',
  params,
  body: z.object({ confirm: optional(z.string()) }),
  replies: {
    200: z.object({ success: z.literal(true), message: z.string() }),
    202: z.object({ success: z.literal(true), message: z.string(), jobId: z.uuid() }),
  },
  refuses: [ProjectNotFound, ProjectResetting],
  async run(call, { body }) {
    const { jobId, isDone } = await resetProject(call, body.confirm);
    if (isDone) return { success: true, message: 'Project data deleted' };
    return answer(202, { success: true, message: 'Project data is being deleted', jobId });
  },
});

export const rotateKeys = defineRoute({
  method: 'POST',
  path: '/users/@me/projects/:id/regenerate-keys',
  summary: 'Replace both keys; the old ones end at once',
  access: 'member',
  isReplyHidden: true,
  role: 'ADMIN',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: ProjectWithSecret },
  refuses: [ProjectNotFound],
  async run(call) {
    const { project, keys } = await regenerateKeys(call);
    return { ...toProjectReply(call.config, project), secret: keys.secret };
  },
});
