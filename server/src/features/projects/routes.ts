import { z } from 'zod';
import { EmailVerificationRequired } from '#features/accounts';
import { defineRoute, Instant, instant, optional, pathId } from '#platform/http';
import { ProjectNotFound } from '#platform/identity';
import { addProject } from './add-project.ts';
import { deleteProject } from './delete-project.ts';
import { loadKeys } from './load-keys.ts';
import { listProjects } from './queries.ts';
import { ProjectLimitReached, ProjectNotReady } from './refusals.ts';
import { regenerateKeys } from './regenerate-keys.ts';
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

export const rotateKeys = defineRoute({
  method: 'POST',
  path: '/users/@me/projects/:id/regenerate-keys',
  summary: 'Replace both keys; the old ones end at once',
  access: 'member',
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

export const keys = defineRoute({
  method: 'GET',
  path: '/projects/:id/keys',
  summary: 'The public key, the end of the secret one, and who uses them',
  access: 'member',
  params,
  replies: {
    200: z.object({
      public: z.string(),
      secretLast4: z.string(),
      createdAt: Instant,
      usage: z.array(
        z.object({
          kind: z.enum(['public', 'secret']),
          userAgent: z.string().nullable(),
          clientAddress: z.string(),
          lastUsedAt: Instant,
          calls24h: z.int(),
        }),
      ),
    }),
  },
  refuses: [ProjectNotFound],
  async run(call) {
    const { createdAt, ...summary } = await loadKeys(call);
    // Quirk: who uses the keys (D-1110) comes from the request log, which a higher layer will keep.
    return { ...summary, createdAt: instant(createdAt), usage: [] };
  },
});
