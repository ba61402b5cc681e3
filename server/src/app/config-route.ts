import { z } from 'zod';
import { type Config, submissionAddress } from '#platform/config';
import { answer, defineRoute } from '#platform/http';
import { version } from '#platform/version';
import { limits } from '#pure/limits';
import { findDashboard } from './dashboard-files.ts';
import { dashboardUrl } from './dashboard-pages.ts';
import { markHeader, marksOf } from './instance-mark.ts';

const enabled = z.object({ enabled: z.boolean() });
const limitNames = [
  'requestsPerMinute',
  'recipientsPerSend',
  'attachments',
  'attachmentBytes',
  'messageBytes',
  'subjectLength',
  'templateBytes',
  'bulkIds',
  'lookupEmails',
  'importBytes',
  'idempotencyHours',
] as const;

const ConfigReply = z.object({
  name: z.string(),
  version: z.string(),
  environment: z.enum(['production', 'development', 'test']),
  urls: z
    .object({
      api: z.string(),
      dashboard: z.string().nullable(),
      docs: z.string().nullable(),
      reference: z.string().nullable(),
    })
    .meta({ description: 'Null: this instance serves no such pages.' }),
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
    storage: z.object({
      enabled: z.boolean(),
      kind: z.enum(['database', 'disk', 's3']).nullable(),
      maxImageBytes: z.int(),
    }),
    billing: enabled,
    authProviders: z.record(z.string(), z.boolean()),
    webhookEndpoints: enabled,
  }),
  limits: z.record(z.enum(limitNames), z.int()),
});

/** Which parts are enabled (D-1040), by their settings. */
export const config = defineRoute({
  method: 'GET',
  path: '/config',
  summary: 'What this instance offers',
  access: 'none',
  hasOpenCors: true,
  replies: { 200: ConfigReply },
  async run(call) {
    const user = await call.read(({ db }) => db.selectFrom('users').select('id').limit(1).executeTakeFirst());
    const body: z.output<typeof ConfigReply> = {
      name: 'Postrider',
      version,
      environment: call.config.ENVIRONMENT,
      // Invariant: every URL here works; the others are set once their pages are served.
      urls: {
        api: call.config.BASE_URL,
        dashboard: findDashboard(call.config) && dashboardUrl(call.config),
        docs: `${call.config.BASE_URL}/docs`,
        reference: `${call.config.BASE_URL}/reference`,
      },
      signupsEnabled: call.config.SIGNUPS === 'open',
      setupRequired: user === undefined,
      sandboxDomain: call.config.SANDBOX_DOMAIN,
      features: featuresOf(call.config),
      limits: limitsOf(call.config),
    };
    return answer(200, body, {
      'cache-control': 'public, max-age=60',
      [markHeader]: marksOf(call.config)[0],
    });
  },
});

const featuresOf = (settings: Config): z.output<typeof ConfigReply>['features'] => ({
  email: {
    enabled: settings.MAIL_RELAYS.length > 0,
    transport: settings.MAIL_RELAYS[0]?.kind ?? 'none',
    trackingToggleEnabled: true,
  },
  inbound: { enabled: settings.INBOUND_HOST !== null },
  smtp: submissionOf(settings),
  storage: {
    enabled: settings.STORAGE !== 'none',
    kind: settings.STORAGE === 'none' ? null : settings.STORAGE,
    maxImageBytes: limits.imageBytes,
  },
  billing: { enabled: settings.STRIPE_SECRET_KEY !== null },
  authProviders: Object.fromEntries(settings.OAUTH_PROVIDERS.map(({ id }) => [id, true])),
  webhookEndpoints: { enabled: true },
});

function submissionOf(settings: Config): z.output<typeof ConfigReply>['features']['smtp'] {
  const { host, port, tlsPort } = submissionAddress(settings);
  const isOn = settings.SUBMISSION_PORT !== null || settings.SUBMISSION_TLS_PORT !== null;
  return { enabled: isOn, domain: isOn ? host : null, ports: { secure: tlsPort, submission: port } };
}

/** Why imported: each limit comes from the code that enforces it, so that the two cannot differ. */
const limitsOf = (settings: Config): z.output<typeof ConfigReply>['limits'] => ({
  requestsPerMinute: limits.requestsPerCaller.max,
  recipientsPerSend: limits.recipientsPerSend,
  attachments: settings.MAX_ATTACHMENTS,
  attachmentBytes: settings.MAX_ATTACHMENT_BYTES,
  messageBytes: limits.messageBytes,
  subjectLength: limits.subjectCharacters,
  templateBytes: limits.templateBytes,
  bulkIds: limits.contactsPerBulkRun,
  lookupEmails: limits.addressesPerLookUp,
  importBytes: limits.importBytes,
  idempotencyHours: settings.IDEMPOTENCY_TTL_HOURS,
});
