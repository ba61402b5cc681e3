import { z } from 'zod';
import { requireUser } from '#features/accounts';
import { defineRoute, instant, pathId } from '#platform/http';
import { type MemberCall, ProjectNotFound, TooManyRequests } from '#platform/identity';
import type { OwnProvider } from '../own-provider/own-provider.ts';
import { changeProvider } from './change-provider.ts';
import { loadProvider } from './load-provider.ts';
import { maskedSecret, ProviderBody, ProviderReply, Stage } from './shapes.ts';
import { publicMessage, suggestions, testProvider } from './test-provider.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });
const base = { access: 'member', role: 'ADMIN', params } as const;

export const getProvider = defineRoute({
  method: 'GET',
  path: '/projects/:id/provider',
  summary: 'How mail of this project leaves',
  ...base,
  replies: { 200: ProviderReply },
  run: showProvider,
});

export const putProvider = defineRoute({
  method: 'PUT',
  path: '/projects/:id/provider',
  summary: "Send by a provider of the project's own, or by the instance again",
  description:
    'Holds for mail that is not yet under way, mail that waits included. The secret is named with every change. Test it before the project goes live.',
  ...base,
  isBodyHidden: true,
  body: ProviderBody,
  bodyExample: {
    ...{ type: 'smtp', host: 'smtp.example.com', port: 465, security: 'tls' },
    ...{ username: 'acme', password: 'correct-horse' },
  },
  replies: { 200: ProviderReply },
  refuses: [TooManyRequests],
  async run(call, { body }) {
    await changeProvider(call.inProject(call.projectId), body);
    return showProvider(call);
  },
});

export const runProviderTest = defineRoute({
  method: 'POST',
  path: '/projects/:id/provider/test',
  summary: 'Try the way out for mail; a project can go live once it works',
  ...base,
  replies: {
    200: z.object({ ok: z.boolean(), stage: Stage, message: z.string(), suggestion: z.string().nullable() }),
  },
  async run(call) {
    const test = await testProvider(call.inProject(call.projectId));
    const { isOk, stage } = test;
    const message = test.isOwn || (await isInstanceAdmin(call)) ? test.message : publicMessage(test);
    return { ok: isOk, stage, message, suggestion: suggestions[stage] };
  },
});

async function showProvider(call: MemberCall): Promise<z.input<typeof ProviderReply>> {
  const { own, test } = await loadProvider(call.inProject(call.projectId));
  // Relays of the instance and their replies are shown to its administrators only.
  const isShown = own !== null || (await isInstanceAdmin(call));
  const lastTest = test && {
    at: instant(test.testedAt),
    ok: test.isOk,
    stage: test.stage,
    message: isShown ? test.message : publicMessage(test),
  };
  if (own) return { source: 'project', type: own.type, settings: settingsOf(own), lastTest };
  const relays = call.config.MAIL_RELAYS;
  const names = relays.map((relay) => (relay.kind === 'ses' ? `ses ${relay.region}` : new URL(relay.url).host));
  return {
    source: 'instance',
    type: relays[0]?.kind ?? 'none',
    settings: { relays: isShown ? names : [] },
    lastTest,
  };
}

function settingsOf(own: OwnProvider): z.input<typeof ProviderReply>['settings'] {
  if (own.type === 'ses') {
    const { region, accessKeyId, configurationSet, topicArn } = own;
    const secretAccessKey = maskedSecret;
    return { relays: [`ses ${region}`], region, accessKeyId, secretAccessKey, configurationSet, topicArn };
  }
  const { host, port, security, username } = own;
  return { relays: [`${host}:${port}`], host, port, security, username, password: maskedSecret };
}

const isInstanceAdmin = (call: MemberCall): Promise<boolean> =>
  call.read(async (reader) => (await requireUser(reader, call.userId)).isInstanceAdmin);
