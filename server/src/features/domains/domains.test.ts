import { createPublicKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, GivenProject, TestApp } from '#testing';
import { connect, startTestApp } from '#testing';

let app: TestApp;
let project: GivenProject;
let domains: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {
    DNS_RESOLVERS: '127.0.0.1:9',
    BOUNCE_HOST: 'in.postrider.example',
    RELAY_SPF: 'include:spf.relay.example',
    TRACKING_HOST: 'track.postrider.example',
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  domains = app.as(project.secretKey);
});

const add = (domain: string, client = domains) => client.post('/domains', { domain });

test('D-701, D-702: adding a domain answers its records, complete, and checks it at once', async () => {
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

test('D-703: the challenge is the same after delete and re-add, and differs between projects; the key is new', async () => {
  const first = await add('acme.com');
  await domains.delete(`/domains/${first.body.id}`);
  const again = await add('acme.com');
  const other = await add('acme.com', app.as((await app.given.project()).secretKey));

  const challenge = ({ body }: typeof first): string => body.records[0].value;
  expect(challenge(again)).toBe(challenge(first));
  expect(challenge(other)).not.toBe(challenge(first));
  expect(again.body.records[1].value).not.toBe(first.body.records[1].value);
});

test('a domain is refused with the code that fits', async () => {
  const codes = async (body: object): Promise<unknown> =>
    (await domains.post('/domains', body)).body.error.errors.map((one: { field: string; code: string }) => [
      one.field,
      one.code,
    ]);

  expect(await codes({})).toEqual([['domain', 'required']]);
  expect(await codes({ domain: 7 })).toEqual([['domain', 'invalid_type']]);
  for (const domain of ['', 'acme', 'https://acme.com', 'ada@acme.com', 'a_b.com'])
    expect(await codes({ domain })).toEqual([['domain', 'invalid_string']]);
  for (const domain of ['192.0.2.1', 'co.uk', 'postrider.test', 'x.postrider.test', 'gmail.com'])
    expect(await codes({ domain })).toEqual([['domain', 'custom']]);
  expect(await codes({ domain: 'bad', projectId: 'bad' })).toEqual([
    ['domain', 'invalid_string'],
    ['projectId', 'invalid_string'],
  ]);
});

test('the project in the body must be the own one', async () => {
  const neighbour = await app.given.project();
  const wish = (projectId: string) => domains.post('/domains', { domain: 'acme.com', projectId });

  for (const id of [neighbour.id, randomUUID()])
    expect(await wish(id)).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND', details: { resource: 'project' } } },
    });
  expect(await wish(project.id.toUpperCase())).toMatchObject({ status: 201 });
});

test('of many who add the same domain at once one succeeds, and the others learn its id', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => add('acme.com')));

  const made = replies.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 201))
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'DOMAIN_EXISTS', details: { id: made[0]?.body.id } } },
    });
});

test('a project has at most 50 domains, also when two come at once', async () => {
  const admin = await connect(app.databaseUrl);
  await admin.query(
    `insert into domains (project_id, id, domain, created_at, updated_at)
     select $1, gen_random_uuid(), 'd' || n || '.example', now(), now() from generate_series(1, 49) n`,
    [project.id],
  );
  await admin.end();

  const replies = await Promise.all([add('one.example'), add('two.example')]);

  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.find(({ status }) => status === 400)?.body.error).toMatchObject({ code: 'DOMAIN_LIMIT_REACHED' });
});

test('D-712: a list by the own id or `current`, and nothing by any other', async () => {
  const neighbour = await app.given.project();
  await add('one.example');
  await add('two.example');
  await add('three.example', app.as(neighbour.secretKey));
  const names = async (client: Client, id: string) =>
    (await client.get(`/domains/project/${id}`)).body.map(({ domain }: { domain: string }) => domain);

  for (const id of ['current', project.id, project.id.toUpperCase()])
    expect(await names(domains, id)).toEqual(['one.example', 'two.example']);
  for (const id of [neighbour.id, randomUUID(), 'nonsense', 'CURRENT'])
    expect(await domains.get(`/domains/project/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND', details: { resource: 'project', id } } },
    });
});

test('D-712: with a session the path names the project, and `current` is that of the header', async () => {
  const { owner } = project;
  const stranger = await app.given.user();
  await add('one.example');
  const path = `/domains/project/${project.id}`;

  expect(await owner.client.get(path)).toMatchObject({ status: 200, body: [{ domain: 'one.example' }] });
  expect(await owner.in(project.id).get('/domains/project/current')).toMatchObject({ status: 200, body: [{}] });
  expect(await owner.client.get('/domains/project/current')).toMatchObject({
    status: 400,
    body: { error: { details: { header: 'X-Project-Id' } } },
  });
  expect(await stranger.client.get(path)).toMatchObject({ status: 404 });
  expect(await stranger.in(project.id).get('/domains/project/current')).toMatchObject({ status: 404 });
  expect(await app.anyone.get(path)).toMatchObject({ status: 401 });
});

test('D-1123: members check and read, admins add and delete, the key may all of it', async () => {
  const member = (await app.given.member(project, 'MEMBER')).in(project.id);
  const admin = (await app.given.member(project, 'ADMIN')).in(project.id);
  const tooLow = { status: 403, body: { error: { code: 'FORBIDDEN', details: { reason: 'ROLE_TOO_LOW' } } } };

  expect(await add('acme.com', member)).toMatchObject(tooLow);
  const { body, status } = await add('acme.com', admin);
  expect(status).toBe(201);
  expect(await member.get(`/domains/${body.id}`)).toMatchObject({ status: 200 });
  expect(await member.post(`/domains/${body.id}/verify`)).toMatchObject({ status: 200 });
  expect(await member.delete(`/domains/${body.id}`)).toMatchObject(tooLow);
  expect(await admin.delete(`/domains/${body.id}`)).toMatchObject({ status: 204, text: '' });
});

test('a neighbour finds nothing, and changes nothing', async () => {
  const { body } = await add('acme.com');
  const neighbour = app.as((await app.given.project()).secretKey);
  const unknown = randomUUID();

  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/verify'],
    ['POST', '/verify'],
    ['DELETE', ''],
  ] as const) {
    const foreign = await neighbour.request(method, `/domains/${body.id}${path}`);
    const missing = await neighbour.request(method, `/domains/${unknown}${path}`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body.error, requestId: '', details: '' }).toEqual({
      ...missing.body.error,
      requestId: '',
      details: '',
    });
  }
  expect((await domains.get(`/domains/${body.id}`)).body.updatedAt).toBe(body.updatedAt);
});

test('T34: the database holds no private key that can be read', async () => {
  await add('one.example');
  await add('two.example');
  const admin = await connect(app.databaseUrl);

  const { rows } = await admin.query(
    'select row_to_json(k)::text as text, private_key from domain_keys k where project_id = $1',
    [project.id],
  );
  await admin.end();

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
  const admin = await connect(app.databaseUrl);
  const { rows } = await admin.query(
    'select (select count(*) from domain_keys where domain_id = $1) + (select count(*) from domain_checks where id = $1) as left',
    [body.id],
  );
  await admin.end();
  expect(Number(rows[0].left)).toBe(0);
});

test('a project that is deleted takes its domains along', async () => {
  const { body } = await add('acme.com');

  await project.owner.client.delete(`/users/@me/projects/${project.id}`);
  await app.settle();

  const admin = await connect(app.databaseUrl);
  const { rows } = await admin.query(
    `select (select count(*) from domains where id = $1) + (select count(*) from domain_keys where domain_id = $1)
          + (select count(*) from domain_checks where id = $1) as left`,
    [body.id],
  );
  await admin.end();
  expect(Number(rows[0].left)).toBe(0);
});
