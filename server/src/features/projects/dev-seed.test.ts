import { expect, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { testApp } from '#testing';
import { ensureDevProject } from './index.ts';

test('an empty development database gets an owner and a project whose keys work and are returned again', async () => {
  const app = await testApp();
  const ctx = instanceContext(app.app.services);

  const first = await ensureDevProject(ctx);
  const again = await ensureDevProject(ctx);
  const login = await app.anyone.post('/auth/login', { email: first.email, password: first.password });

  expect(login).toMatchObject({ status: 200, body: { isInstanceAdmin: true, emailVerified: true } });
  expect((await app.as(first.secretKey ?? '').get('/contacts')).status).toBe(200);
  expect(again).toEqual({ ...first, password: null });
});

test('after the keys were replaced they are not returned', async () => {
  const app = await testApp();
  const ctx = instanceContext(app.app.services);
  await ensureDevProject(ctx);
  await app.app.services.database.pool.query(`update api_keys set hash = sha256('other') where kind = 'secret'`);

  expect(await ensureDevProject(ctx)).toMatchObject({ publicKey: null, secretKey: null });
});
