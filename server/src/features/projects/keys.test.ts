import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { loadConfig } from '#platform/config';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';
import { apiKeyKind, newApiKey, newHandle } from './api-key.ts';

type GivenProject = Awaited<ReturnType<TestApp['given']['project']>>;

let app: TestApp;
let project: GivenProject;
let owner: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  // Tests that refuse many keys must not use up the failures of this address.
  await app.app.cellar.database.pool.query(`delete from rate_limits where key like 'failed:%'`);
  project = await app.given.project();
  owner = project.owner.client;
});

const configOf = (CELL: string) =>
  loadConfig({ DATABASE_URL: 'postgres://unused', SECRET_KEY: 'a secret of more than 32 characters', CELL });

test('a key has its prefix, 256 bits and a checksum, and in one of several cells its place', () => {
  const handle = newHandle();

  expect(newApiKey(configOf(''), 'secret', handle)).toMatch(/^sk_[A-Za-z0-9]{49}$/);
  expect(newApiKey(configOf('eu1'), 'public', handle)).toMatch(new RegExp(`^pk_eu1\\.${handle}\\.[A-Za-z0-9]{49}$`));
  expect(apiKeyKind(newApiKey(configOf('eu1'), 'public', handle))).toBe('public');
  expect(newApiKey(configOf(''), 'secret', handle)).not.toBe(newApiKey(configOf(''), 'secret', handle));
});

test('a key of earlier versions, which may end in a dash, stays a key', () => {
  const old = (place: string): string => {
    const text = `sk_${place}${randomBytes(32).toString('base64url')}`;
    return text + createHash('sha256').update(text).digest('base64url').slice(0, 6);
  };
  for (let round = 0; round < 200; round += 1) {
    const key = old(round % 2 === 0 ? '' : `eu1.${newHandle()}.`);
    expect(apiKeyKind(key)).toBe('secret');
    expect(apiKeyKind(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')), key).toBeNull();
  }
});

test('a key with any character changed is no key', () => {
  const key = newApiKey(configOf('eu1'), 'secret', newHandle());

  for (let place = 0; place < key.length; place += 1) {
    const altered = key.slice(0, place) + (key[place] === 'x' ? 'y' : 'x') + key.slice(place + 1);
    expect(apiKeyKind(altered), altered).toBeNull();
  }
  expect(apiKeyKind(`${key} `)).toBeNull();
});

test('regenerating replaces both keys at once, and the old ones are refused', async () => {
  const reply = await owner.post(`/users/@me/projects/${project.id}/regenerate-keys`);
  const { public: publicKey, secret } = reply.body;

  expect(reply.status).toBe(200);
  expect(secret).not.toBe(project.secretKey);
  expect(publicKey).not.toBe(project.publicKey);
  expect(reply.body.secretLast4).toBe(secret.slice(-4));
  expect(await app.as(project.secretKey).get('/contacts')).toMatchObject({
    status: 401,
    body: { error: { code: 'INVALID_API_KEY' } },
  });
  expect((await app.as(secret).get('/contacts')).status).toBe(200);
});

test('under fire no request is accepted with the old key after the reply', async () => {
  const old = app.as(project.secretKey);
  let repliedAt = Number.POSITIVE_INFINITY;
  let accepted = 0;
  const late: number[] = [];
  const fire = async () => {
    for (let shot = 0; shot < 40; shot += 1) {
      const startedAt = performance.now();
      const { status } = await old.get('/contacts');
      if (status === 200) accepted += 1;
      if (status === 200 && startedAt > repliedAt) late.push(startedAt);
    }
  };

  const rotation = new Promise((resolve) => setTimeout(resolve, 100)).then(async () => {
    await owner.post(`/users/@me/projects/${project.id}/regenerate-keys`);
    repliedAt = performance.now();
  });
  await Promise.all([rotation, fire(), fire(), fire(), fire()]);

  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(160);
  expect(late).toEqual([]);
});

test('the keys page shows the public key and never the secret one', async () => {
  const member = await app.given.member(project, 'MEMBER');

  const { status, body } = await member.client.get(`/projects/${project.id}/keys`);

  expect(status).toBe(200);
  expect(body).toEqual({
    public: project.publicKey,
    secretLast4: project.secretKey.slice(-4),
    createdAt: expect.stringMatching(/Z$/),
    usage: [],
  });
});

test('the database holds the secret key as a hash only', async () => {
  const { rows } = await app.app.cellar.database.pool.query(`select to_jsonb(k)::text as row from api_keys k`);

  for (const { row } of rows) expect(row).not.toContain(project.secretKey.slice(3, -6));
});

test('a key of the wrong kind, unknown, cut short or garbage is refused alike', async () => {
  const replies = [];
  for (const key of [
    project.publicKey,
    newApiKey(configOf(''), 'secret', newHandle()),
    project.secretKey.slice(0, -1),
    'x',
  ]) {
    replies.push(await app.as(key).get('/contacts'));
  }

  for (const { status, body } of replies) {
    expect({ status, ...body.error, requestId: '' }).toEqual({ ...replies[0]?.body.error, status: 401, requestId: '' });
    expect(body.error.code).toBe('INVALID_API_KEY');
  }
});
