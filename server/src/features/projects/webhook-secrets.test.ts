import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { projectContext } from '#platform/context';
import { type GivenProject, startTestApp, type TestApp } from '#testing';
import { loadWebhookSecrets } from './index.ts';

let app: TestApp;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
});

const path = (): string => `/projects/${project.id}/webhook-secret`;
const shown = async (): Promise<string> => (await project.owner.client.get(path())).body.secret;
const rotated = async (): Promise<string> => (await project.owner.client.post(`${path()}/rotate`)).body.secret;
const signing = (): Promise<readonly string[]> =>
  projectContext(app.app.services, project.id).transaction(loadWebhookSecrets);

test('after a rotation two secrets sign, the newest first, and one after a day', async () => {
  const first = await shown();
  const second = await rotated();

  expect(await signing()).toEqual([second, first]);

  await app.app.services.database.pool.query(
    `update webhook_secrets set previous_valid_until = now() - interval '1 second' where project_id = $1`,
    [project.id],
  );
  expect(await signing()).toEqual([second]);
  expect((await project.owner.client.get(path())).body.previousValidUntil).toBeNull();
});

test('of two rotations at the same time both replies were valid, and the later one signs first', async () => {
  await shown();

  const both = await Promise.all([rotated(), rotated()]);

  expect((await signing()).toSorted()).toEqual(both.toSorted());
});

test('callers that need the first secret at the same time get the same one', async () => {
  const all = await Promise.all([signing(), signing(), signing().then((secrets) => secrets)]);

  expect(new Set(all.flat()).size).toBe(1);
  expect(await shown()).toBe(all[0]?.[0]);
});

test('a disabled project may replace its secret, as it may its keys (D-107)', async () => {
  const first = await shown();
  await app.app.services.database.pool.query(`update projects set disabled_reason = 'MANUAL' where id = $1`, [
    project.id,
  ]);

  const second = await rotated();

  expect(await signing()).toEqual([second, first]);
  expect(await shown()).toBe(second);
});

test('no secret is stored as it is', async () => {
  const secret = await shown();

  const { rows } = await app.app.services.database.pool.query(`select to_jsonb(s)::text as row from webhook_secrets s`);

  expect(rows.map(({ row }) => row).join()).not.toContain(secret.slice('whsec_'.length));
});
