import { z } from 'zod';
import { defineRoute, Instant, instant, ProjectNotFound, pathId } from '#platform/http';
import { readProvider } from './read-provider.ts';
import { suggestions, testProvider } from './test-provider.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });
const Stage = z.enum(['name', 'connect', 'tls', 'login', 'quota', 'sandbox', 'sender', 'done']);

export const getProvider = defineRoute({
  method: 'GET',
  path: '/projects/:id/provider',
  summary: 'How mail of this project leaves',
  access: 'member',
  role: 'ADMIN',
  params,
  replies: {
    200: z.object({
      source: z.enum(['instance', 'project']),
      type: z.enum(['ses', 'smtp', 'none']),
      settings: z.object({ relays: z.array(z.string()) }),
      lastTest: z.object({ at: Instant, ok: z.boolean(), stage: Stage, message: z.string() }).nullable(),
    }),
  },
  async run(call) {
    const { test, ...provider } = await readProvider(call.inProject(call.projectId));
    const { testedAt, isOk, stage, message } = test ?? {};
    const lastTest = testedAt ? { at: instant(testedAt), ok: isOk, stage, message } : null;
    return { source: 'instance', ...provider, lastTest };
  },
});

export const runProviderTest = defineRoute({
  method: 'POST',
  path: '/projects/:id/provider/test',
  summary: 'Try the way out for mail; a project can go live once it works',
  access: 'member',
  role: 'ADMIN',
  params,
  replies: {
    200: z.object({ ok: z.boolean(), stage: Stage, message: z.string(), suggestion: z.string().nullable() }),
  },
  async run(call) {
    const { isOk, stage, message } = await testProvider(call.inProject(call.projectId));
    return { ok: isOk, stage, message, suggestion: suggestions[stage] };
  },
});
