import { z } from 'zod';
import { requireUser } from '#features/accounts';
import { defineRoute, Instant, instant, pathId } from '#platform/http';
import { type MemberCall, ProjectNotFound } from '#platform/identity';
import { loadProvider } from './load-provider.ts';
import { publicMessage, suggestions, testProvider } from './test-provider.ts';

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
    const { test, settings, ...provider } = await loadProvider(call.inProject(call.projectId));
    const isShown = await seesRelays(call);
    const lastTest = test && {
      at: instant(test.testedAt),
      ok: test.isOk,
      stage: test.stage,
      message: isShown ? test.message : publicMessage(test),
    };
    return { source: 'instance', ...provider, settings: isShown ? settings : { relays: [] }, lastTest };
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
    const test = await testProvider(call.inProject(call.projectId));
    const { isOk, stage } = test;
    const message = (await seesRelays(call)) ? test.message : publicMessage(test);
    return { ok: isOk, stage, message, suggestion: suggestions[stage] };
  },
});

/** Relays and their replies are shown to administrators of the instance only. */
const seesRelays = (call: MemberCall): Promise<boolean> =>
  call.read(async (reader) => (await requireUser(reader, call.userId)).isInstanceAdmin);
