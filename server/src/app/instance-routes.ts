import { z } from 'zod';
import type { Route } from '#platform/http';
import { answer, defineRoute, requestsPerMinute } from '#platform/http';
import { version } from './version.ts';

const megabyte = 1024 * 1024;
const enabled = z.object({ enabled: z.boolean() });

const ConfigReply = z.object({
  name: z.string(),
  version: z.string(),
  environment: z.enum(['production', 'development', 'test']),
  urls: z.object({ api: z.string(), dashboard: z.string(), docs: z.string(), reference: z.string() }),
  signupsEnabled: z.boolean(),
  setupRequired: z.boolean(),
  sandboxDomain: z.string(),
  features: z.object({
    email: z.object({
      enabled: z.boolean(),
      transport: z.enum(['ses', 'smtp', 'none']),
      trackingToggleEnabled: z.boolean(),
    }),
    inbound: enabled,
    smtp: z.object({
      enabled: z.boolean(),
      domain: z.string().nullable(),
      ports: z.object({ secure: z.int().nullable(), submission: z.int().nullable() }),
    }),
    storage: z.object({ enabled: z.boolean(), maxImageBytes: z.int() }),
    billing: enabled,
    authProviders: z.record(z.string(), z.boolean()),
    webhookEndpoints: enabled,
  }),
  limits: z.record(z.string(), z.int()),
});

/** Which parts are switched on (D-1040). What is not built yet says so by being disabled. */
const config = defineRoute({
  method: 'GET',
  path: '/config',
  summary: 'What this instance offers',
  access: 'none',
  hasOpenCors: true,
  replies: { 200: ConfigReply },
  async run(call) {
    const { config: settings } = call;
    const user = await call.read(({ db }) => db.selectFrom('users').select('id').limit(1).executeTakeFirst());
    const base = settings.BASE_URL;
    const body: z.output<typeof ConfigReply> = {
      name: 'Postrider',
      version,
      environment: settings.ENVIRONMENT,
      urls: { api: base, dashboard: `${base}/app`, docs: `${base}/docs`, reference: `${base}/reference` },
      signupsEnabled: settings.SIGNUPS === 'open',
      setupRequired: user === undefined,
      sandboxDomain: settings.SANDBOX_DOMAIN,
      features: {
        email: { enabled: false, transport: 'none', trackingToggleEnabled: true },
        inbound: { enabled: settings.INBOUND_HOST !== null },
        smtp: { enabled: false, domain: null, ports: { secure: null, submission: null } },
        storage: { enabled: false, maxImageBytes: 10 * megabyte },
        billing: { enabled: false },
        authProviders: Object.fromEntries(settings.OAUTH_PROVIDERS.map(({ id }) => [id, true])),
        webhookEndpoints: { enabled: false },
      },
      limits: {
        requestsPerMinute,
        recipientsPerSend: 100,
        attachments: 10,
        attachmentBytes: 10 * megabyte,
        messageBytes: 40 * megabyte,
        subjectLength: 998,
        templateBytes: 512 * 1024,
        bulkIds: 1_000,
        lookupEmails: 500,
        importBytes: 5 * megabyte,
        idempotencyHours: settings.IDEMPOTENCY_TTL_HOURS,
      },
    };
    return answer(200, body, { 'cache-control': 'public, max-age=60' });
  },
});

/** The contract describes all routes, this one too; so the document is handed over when it is asked for. */
const contract = (documentFor: (baseUrl: string) => object): Route =>
  defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    access: 'none',
    replies: { 200: z.looseObject({ openapi: z.string() }) },
    run: async ({ config: settings }) =>
      answer(200, documentFor(settings.BASE_URL), { 'cache-control': 'public, max-age=300' }),
  });

/** Endpoints about the instance itself; they belong to no room. */
export const instanceRoutes = (documentFor: (baseUrl: string) => object): readonly Route[] => [
  config,
  contract(documentFor),
];
