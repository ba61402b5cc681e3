import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client, GivenProject, TestApp } from '#testing';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';

let setup: ProjectSetup;
let app: TestApp;
let project: GivenProject;
let domains: Client;

beforeAll(async () => {
  setup = await openProjectSetup({
    DNS_RESOLVERS: '127.0.0.1:9',
    BOUNCE_HOST: 'in.postrider.example',
    RELAY_SPF: 'include:spf.relay.example',
    TRACKING_HOST: 'track.postrider.example',
  });
  app = setup.app;
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await app.given.project();
  domains = app.as(project.secretKey);
});

const add = (domain: string, client = domains) => client.post('/domains', { domain });

test('adding a domain returns its records, complete, and checks it at once (D-701, D-702)', async () => {
  const { status, body } = await add(' Acme.COM. ');

  expect(status).toBe(201);
  expect(body).toMatchObject({
    domain: 'acme.com',
    status: 'pending',
    verified: false,
    verifiedAt: null,
    atRiskSince: null,
    lastCheckedAt: null,
    problem: null,
    dkimTokens: ['postrider'],
    mailFromDomain: 'bounce.acme.com',
    trackingDomain: null,
    inbound: false,
    dmarc: { found: false, policy: null },
    projectId: project.id,
  });
  expect(Date.parse(body.nextCheckAt)).toBeLessThanOrEqual(Date.now() + 1_000);
  const blank = { ttl: 3600, status: 'pending', found: [], message: null };
  const [, dkim] = body.records;
  expect(body.records).toEqual([
    {
      ...blank,
      purpose: 'OWNERSHIP',
      type: 'TXT',
      name: '_postrider.acme.com',
      value: expect.stringMatching(/^postrider-verification=[\w-]{43}$/),
      priority: null,
      required: true,
    },
    {
      ...blank,
      purpose: 'DKIM',
      type: 'TXT',
      name: 'postrider._domainkey.acme.com',
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]{392}$/),
      priority: null,
      required: true,
    },
    {
      ...blank,
      purpose: 'RETURN_PATH',
      type: 'MX',
      name: 'bounce.acme.com',
      value: 'in.postrider.example',
      priority: 10,
      required: true,
    },
    {
      ...blank,
      purpose: 'SPF',
      type: 'TXT',
      name: 'bounce.acme.com',
      value: 'v=spf1 include:spf.relay.example ~all',
      priority: null,
      required: false,
    },
    {
      ...blank,
      purpose: 'DMARC',
      type: 'TXT',
      name: '_dmarc.acme.com',
      value: 'v=DMARC1; p=none',
      priority: null,
      required: false,
    },
    {
      ...blank,
      purpose: 'TRACKING',
      type: 'CNAME',
      name: 'links.acme.com',
      value: 'track.postrider.example',
      priority: null,
      required: false,
    },
  ]);
  const made = createPublicKey({ key: Buffer.from(dkim.value.split('p=')[1], 'base64'), format: 'der', type: 'spki' });
  expect(made.asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect((await domains.get(`/domains/${body.id}`)).body).toEqual(body);
});

test('of many concurrent requests for the same domain one succeeds, and the others get its id', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => add('acme.com')));

  const made = replies.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 201))
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'DOMAIN_EXISTS', details: { id: made[0]?.body.id } } },
    });
});

test('a project has at most 50 domains, also when two are added at once', async () => {
  await setup.rows(
    `insert into domains (project_id, id, domain, created_at, updated_at)
     select $1, gen_random_uuid(), 'd' || n || '.example', now(), now() from generate_series(1, 49) n`,
    [project.id],
  );

  const replies = await Promise.all([add('one.example'), add('two.example')]);

  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.find(({ status }) => status === 400)?.body.error).toMatchObject({ code: 'DOMAIN_LIMIT_REACHED' });
});

test('the database holds no private key that can be read (T34)', async () => {
  await add('one.example');
  await add('two.example');

  const rows = await setup.rows(
    'select row_to_json(k)::text as text, private_key from domain_keys k where project_id = $1',
    [project.id],
  );

  expect(rows).toHaveLength(2);
  for (const { text } of rows) {
    expect(text).not.toContain('PRIVATE');
    expect(text).toMatch(/"private_key":"v2-[0-9a-f]{12}\./);
  }
});

test('a domain that is deleted is gone, with its key and its checks', async () => {
  const { body } = await add('acme.com');

  expect(await domains.delete(`/domains/${body.id}`)).toMatchObject({ status: 204 });
  expect(await domains.delete(`/domains/${body.id}`)).toMatchObject({ status: 404 });
  const rows = await setup.rows(
    'select (select count(*) from domain_keys where domain_id = $1) + (select count(*) from domain_checks where id = $1) as left',
    [body.id],
  );
  expect(Number(rows[0].left)).toBe(0);
});

test('the domains of a deleted project are deleted too', async () => {
  const { body } = await add('acme.com');

  await project.owner.client.delete(`/users/@me/projects/${project.id}`);
  await app.settle();

  const rows = await setup.rows(
    `select (select count(*) from domains where id = $1) + (select count(*) from domain_keys where domain_id = $1)
          + (select count(*) from domain_checks where id = $1) as left`,
    [body.id],
  );
  expect(Number(rows[0].left)).toBe(0);
});
