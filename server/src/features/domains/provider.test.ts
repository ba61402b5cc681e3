import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { startSpools } from '#platform/spool';
import {
  type Client,
  connect,
  type GivenProject,
  publish,
  type Reply,
  startDns,
  startTestApp,
  type TestApp,
  type TestDns,
} from '#testing';
import { selfSigned } from '#testing/certificates';
import { type FakeSes, startFakeSes } from '#testing/fake-ses';
import { givenSender } from '#testing/given-mail';
import { domainChecks } from './domain-checks.ts';

let ses: FakeSes;
let zone: TestDns;
const apps: TestApp[] = [];
let count = 0;
const waitOptions = { timeout: 20_000, interval: 50 };

beforeAll(async () => {
  [ses, zone] = [await startFakeSes(selfSigned()), await startDns()];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await ses.close();
  await zone.close();
});
beforeEach(() => {
  ses.identityAnswer = null;
  ses.identityCalls.length = 0;
});

const smtp = { kind: 'smtp', url: 'smtp://127.0.0.1:9' };
const relays = () => ({
  'ses alone': [setting()],
  'ses first': [setting(), smtp],
  'ses behind': [smtp, setting()],
});
const setting = () => ({
  kind: 'ses',
  region: 'eu-west-1',
  endpoint: ses.endpoint,
  ca: ses.ca,
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'secret',
});

interface ProviderSetup {
  readonly app: TestApp;
  readonly project: GivenProject;
  readonly domains: Client;
  add(): Promise<Reply>;
}

const made = new Map<string, TestApp>();

async function setup(order: 'ses alone' | 'ses first' | 'ses behind' = 'ses alone'): Promise<ProviderSetup> {
  const app =
    made.get(order) ??
    (await startTestApp(inject('templateDatabase'), {
      MAIL_RELAYS: JSON.stringify(relays()[order]),
      DNS_RESOLVERS: zone.address,
      BOUNCE_HOST: 'in.postrider.example',
      RELAY_SPF: 'include:spf.relay.example',
    }));
  if (!made.has(order)) apps.push(app);
  made.set(order, app);
  const project = await app.given.project();
  const domains = app.as(project.secretKey);
  count += 1;
  const name = `ses${count}.example`;
  return { app, project, domains, add: () => domains.post('/domains', { domain: name }) };
}

const confirm = (domain: string): void => {
  const identity = ses.identities.get(domain);
  if (!identity) throw new Error('the service does not know it');
  identity.dkim = 'SUCCESS';
};

/** Shifts the times into the past: the next check asks the provider again. */
async function later({ app }: ProviderSetup, id: string): Promise<void> {
  await sql(app, `update domain_checks set checked_at = checked_at - interval '1 day', due_at = now() where id = $1`, [
    id,
  ]);
  await sql(app, `update domain_identities set asked_at = asked_at - interval '1 day' where domain_id = $1`, [id]);
}

async function sql(app: TestApp, statement: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const admin = await connect(app.databaseUrl);
  try {
    return (await admin.query(statement, values)).rows;
  } finally {
    await admin.end();
  }
}

test('adding a domain registers it with Amazon SES and requires its three keys, its return path and its SPF (D-702)', async () => {
  const { add } = await setup();

  const { status, body } = await add();

  const identity = ses.identities.get(body.domain);
  expect(status).toBe(201);
  expect(identity).toMatchObject({ mailFrom: `bounce.${body.domain}` });
  expect(body).toMatchObject({ status: 'pending', problem: null, dkimTokens: identity?.tokens });
  const shown = body.records.map(({ purpose, type, name, value, priority, required }: Record<string, unknown>) => ({
    purpose,
    type,
    name,
    value,
    priority,
    required,
  }));
  const key = { purpose: 'DKIM', type: 'CNAME', priority: null, required: true };
  expect(shown.slice(1, -1)).toEqual([
    ...(identity?.tokens ?? []).map((token) => ({
      ...key,
      name: `${token}._domainkey.${body.domain}`,
      value: `${token}.dkim.amazonses.com`,
    })),
    {
      purpose: 'RETURN_PATH',
      type: 'MX',
      name: `bounce.${body.domain}`,
      value: 'feedback-smtp.eu-west-1.amazonses.com',
      priority: 10,
      required: true,
    },
    {
      purpose: 'SPF',
      type: 'TXT',
      name: `bounce.${body.domain}`,
      value: 'v=spf1 include:amazonses.com ~all',
      priority: null,
      required: false,
    },
  ]);
  expect(shown.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    ...['OWNERSHIP', 'DKIM', 'DKIM', 'DKIM', 'RETURN_PATH', 'SPF', 'DMARC'],
  ]);
});

test.each([
  ['refuses', { status: 403, type: 'AccessDeniedException', message: 'not authorized' }],
  ['is throttled', { status: 429, type: 'TooManyRequestsException', message: 'slow down' }],
  ['fails', { status: 500, type: 'InternalFailure', message: 'oops' }],
] as const)('when the service %s, adding is refused and nothing is stored', async (_name, answer) => {
  const { app, project, domains, add } = await setup();
  ses.identityAnswer = answer;

  const { status, body } = await add();

  expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'EXTERNAL_SERVICE_ERROR' });
  expect(JSON.stringify(body)).not.toContain(answer.message);
  expect((await domains.get('/domains/project/current')).body).toEqual([]);
  expect(await sql(app, 'select from domain_identities where project_id = $1', [project.id])).toEqual([]);
  ses.identityAnswer = null;
  expect((await add()).status).toBe(201);
});

test('a domain that two projects add at once is one identity, and is removed with the last of them', async () => {
  const [first, second] = [await setup(), await setup()];
  const domain = `shared${count}.example`;
  const added = await Promise.all([first, second].map(({ domains }) => domains.post('/domains', { domain })));
  expect(added.map(({ status }) => status)).toEqual([201, 201]);
  expect(added[0]?.body.dkimTokens).toEqual(added[1]?.body.dkimTokens);

  await first.domains.delete(`/domains/${added[0]?.body.id}`);
  await first.app.settle();
  expect(ses.identities.has(domain)).toBe(true);
  await second.domains.delete(`/domains/${added[1]?.body.id}`);
  await second.app.settle();

  expect(ses.identities.has(domain)).toBe(false);
});

test('a domain is verified when its records are there and the service has confirmed them, not before', async () => {
  const here = await setup();
  const { body } = await here.add();
  publish([zone], body.records);

  const waiting = await here.domains.post(`/domains/${body.id}/verify`);
  expect(waiting.body).toMatchObject({ status: 'pending', problem: null });
  const keys = waiting.body.records.filter(({ purpose }: { purpose: string }) => purpose === 'DKIM');
  expect(keys).toHaveLength(3);
  for (const key of keys) {
    expect(key).toMatchObject({ status: 'pending', message: expect.stringContaining('Amazon SES has not confirmed') });
  }

  confirm(body.domain);
  await later(here, body.id);
  expect((await here.domains.post(`/domains/${body.id}/verify`)).body).toMatchObject({ status: 'verified' });
  expect((await here.domains.get(`/domains/${body.id}`)).body.records).toMatchObject(
    body.records.map(() => ({ status: 'verified', message: null })),
  );
});

test('the background asks the service until it confirms, and does not ask again at every check', async () => {
  const here = await setup();
  const { body } = await here.add();
  publish([zone], body.records);
  confirm(body.domain);
  await later(here, body.id);
  const spools = startSpools(here.app.app.services, [domainChecks]);
  onTestFinished(() => spools.stop());
  const now = async () => (await here.domains.get(`/domains/${body.id}`)).body;
  await vi.waitFor(async () => expect(await now()).toMatchObject({ status: 'verified' }), waitOptions);

  const asked = ses.identityCalls.length;
  const { lastCheckedAt } = await now();
  await sql(
    here.app,
    `update domain_checks set checked_at = now() - interval '1 minute', due_at = now() where id = $1`,
    [body.id],
  );
  await vi.waitFor(async () => expect((await now()).lastCheckedAt).not.toBe(lastCheckedAt), waitOptions);
  expect(ses.identityCalls.length).toBe(asked);
});

test('a service that refuses or does not answer at a check is a problem of the domain, and unverifies nothing', async () => {
  const here = await setup();
  const { body } = await here.add();
  publish([zone], body.records);
  confirm(body.domain);
  await later(here, body.id);
  await here.domains.post(`/domains/${body.id}/verify`);

  for (const answer of ['silent', { status: 403, type: 'AccessDeniedException', message: 'no' }] as const) {
    ses.identityAnswer = answer;
    await later(here, body.id);
    const checked = await here.domains.post(`/domains/${body.id}/verify`);
    expect(checked.body).toMatchObject({ status: 'verified', problem: 'PROVIDER_ERROR', dkimTokens: body.dkimTokens });
  }
  ses.identityAnswer = null;
  await later(here, body.id);
  expect((await here.domains.post(`/domains/${body.id}/verify`)).body).toMatchObject({
    status: 'verified',
    problem: null,
  });
});

test('a domain that the service has lost is registered again, and a search it gave up is started again', async () => {
  const here = await setup();
  const { body } = await here.add();
  ses.identities.delete(body.domain);
  await later(here, body.id);
  await here.domains.post(`/domains/${body.id}/verify`);
  expect(ses.identities.get(body.domain)).toMatchObject({ mailFrom: `bounce.${body.domain}` });

  const identity = ses.identities.get(body.domain);
  if (identity) identity.dkim = 'FAILED';
  await later(here, body.id);
  await here.domains.post(`/domains/${body.id}/verify`);
  expect(ses.identities.get(body.domain)).toMatchObject({ dkim: 'PENDING', restarts: 1 });
});

test('keys are looked for where the service says that it publishes them', async () => {
  const here = await setup();
  const { body } = await here.add();
  const identity = ses.identities.get(body.domain);
  if (identity) identity.zone = 'dkim.af-south-1.amazonses.com';
  await later(here, body.id);

  const { records } = (await here.domains.post(`/domains/${body.id}/verify`)).body;
  expect(records[1].value).toBe(`${body.dkimTokens[0]}.dkim.af-south-1.amazonses.com`);
});

const required = (records: { purpose: string; type: string; required: boolean }[]) =>
  records.filter((record) => record.required).map(({ purpose, type }) => `${purpose} ${type}`);

test('with a relay behind Amazon SES our own key is required too; behind a relay its keys are advice', async () => {
  const first = await (await setup('ses first')).add();
  expect(required(first.body.records)).toEqual([
    ...['OWNERSHIP TXT', 'DKIM CNAME', 'DKIM CNAME', 'DKIM CNAME', 'DKIM TXT', 'RETURN_PATH MX'],
  ]);
  expect(first.body.dkimTokens).toHaveLength(4);

  const here = await setup('ses behind');
  const added = await here.add();
  expect(added.body).toMatchObject({ problem: null, dkimTokens: ['postrider'] });
  const behind = await here.domains.post(`/domains/${added.body.id}/verify`);
  expect(required(behind.body.records)).toEqual(['OWNERSHIP TXT', 'DKIM TXT', 'RETURN_PATH MX']);
  expect(behind.body.records.filter(({ type }: { type: string }) => type === 'CNAME')).toHaveLength(3);
  expect(behind.body.records.find(({ type }: { type: string }) => type === 'MX').value).toBe('in.postrider.example');
  expect(ses.identities.get(behind.body.domain)?.mailFrom).toBeNull();
});

test('a provider behind another relay that does not answer is no problem of a domain', async () => {
  const here = await setup('ses behind');
  ses.identityAnswer = { status: 403, type: 'AccessDeniedException', message: 'no' };

  const { status, body } = await here.add();

  expect(status).toBe(201);
  expect((await here.domains.post(`/domains/${body.id}/verify`)).body).toMatchObject({
    problem: null,
    dkimTokens: ['postrider'],
  });
});

test('a domain that was verified before Amazon SES came first keeps its records; those of the service are advice', async () => {
  const here = await setup('ses first');
  const domain = `old${count}.example`;
  const client = await connect(here.app.databaseUrl);
  await givenSender(client, here.project.id, domain);
  await client.end();
  const [{ id }] = (await here.domains.get('/domains/project/current')).body;
  const before = (await here.domains.get(`/domains/${id}`)).body;
  publish([zone], before.records);

  const { body } = await here.domains.post(`/domains/${id}/verify`);

  expect(body).toMatchObject({ status: 'verified', atRiskSince: null, problem: null });
  expect(required(body.records)).toEqual(required(before.records));
  expect(body.records.filter(({ type }: { type: string }) => type === 'CNAME')).toHaveLength(3);
  expect(ses.identities.get(domain)?.mailFrom).toBeNull();
});

test('a project may ask the service thirty times a minute, and then sees what is known', async () => {
  const here = await setup();
  const { body } = await here.add();
  ses.identityCalls.length = 0;
  for (let turn = 0; turn < 70; turn += 1) {
    await later(here, body.id);
    expect((await here.domains.post(`/domains/${body.id}/verify`)).status).toBe(200);
  }
  const gets = ses.identityCalls.filter((call) => call === `GET /v2/email/identities/${body.domain}`);
  expect(gets.length).toBeLessThanOrEqual(61); // a new minute may begin once meanwhile
});
