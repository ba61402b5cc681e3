import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { type Client, type GivenProject, startTestApp, type TestApp } from '#testing';
import { apiKeyKind, newApiKey, newHandle } from './api-key.ts';

let app: TestApp;
let project: GivenProject;
let owner: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  // Tests that refuse many keys must not use up the failures of this address.
  await app.app.services.database.pool.query(`delete from rate_limits where key like 'failed:%'`);
  project = await app.given.project();
  owner = project.owner.client;
});

const configOf = (CELL: string) =>
  loadConfig({ DATABASE_URL: 'postgres://unused', SECRET_KEY: 'a secret of more than 32 characters', CELL });

test('a key has its prefix, 256 bits and a checksum, and in one of several cells the prefix of its cell', () => {
  const handle = newHandle();

  expect(newApiKey(configOf(''), 'secret', handle)).toMatch(/^sk_[A-Za-z0-9]{49}$/);
  expect(newApiKey(configOf('eu1'), 'public', handle)).toMatch(new RegExp(`^pk_eu1\\.${handle}\\.[A-Za-z0-9]{49}$`));
  expect(apiKeyKind(newApiKey(configOf('eu1'), 'public', handle))).toBe('public');
  expect(newApiKey(configOf(''), 'secret', handle)).not.toBe(newApiKey(configOf(''), 'secret', handle));
});

test('a key of earlier versions, which may end in a dash, stays a key', () => {
  const old = (prefix: string): string => {
    const text = `sk_${prefix}${randomBytes(32).toString('base64url')}`;
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

  for (let index = 0; index < key.length; index += 1) {
    const altered = key.slice(0, index) + (key[index] === 'x' ? 'y' : 'x') + key.slice(index + 1);
    expect(apiKeyKind(altered), altered).toBeNull();
  }
  expect(apiKeyKind(`${key} `)).toBeNull();
});

test('under load no request is accepted with the old key after the reply', async () => {
  const old = app.as(project.secretKey);
  let repliedAt = Number.POSITIVE_INFINITY;
  let [accepted, refused] = [0, 0];
  const late: number[] = [];
  const sendRequests = async () => {
    for (let after = 0; after < 10; after += repliedAt < Number.POSITIVE_INFINITY ? 1 : 0) {
      const startedAt = performance.now();
      const { status } = await old.get('/contacts');
      if (status === 200) accepted += 1;
      else refused += 1;
      if (status === 200 && startedAt > repliedAt) late.push(startedAt);
    }
  };

  const rotation = new Promise((resolve) => setTimeout(resolve, 100)).then(async () => {
    await owner.post(`/users/@me/projects/${project.id}/regenerate-keys`);
    repliedAt = performance.now();
  });
  await Promise.all([rotation, sendRequests(), sendRequests(), sendRequests(), sendRequests()]);

  expect(accepted).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(late).toEqual([]);
});

test('the database holds the secret key as a hash only', async () => {
  const { rows } = await app.app.services.database.pool.query(`select to_jsonb(k)::text as row from api_keys k`);

  for (const { row } of rows) expect(row).not.toContain(project.secretKey.slice(3, -6));
});
