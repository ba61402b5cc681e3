import { expect, test } from 'vitest';
import { testApp } from '#testing';

test('calls without credentials are counted by address, pages too, and identified callers are not affected', async () => {
  const app = await testApp({ OPEN_CALLS_PER_ADDRESS: '5', TRUSTED_PROXIES: '1' });
  const { secretKey } = await app.given.project();
  const from = (address: string) => app.anyone.with({ 'x-forwarded-for': address });
  const paths = ['/config', '/t/o/nothing', '/u/nothing', '/openapi.json', '/config'];

  for (const path of paths) expect((await from('2001:db8:1:2::1').get(path)).status).not.toBe(429);
  const refused = await from('2001:db8:1:2::2').get('/config');

  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 5, windowSeconds: 60, scope: 'address' } } },
  });
  expect((await from('2001:db8:1:3::1').get('/config')).status).toBe(200);
  const known = app.as(secretKey).with({ 'x-forwarded-for': '2001:db8:1:2::1' });
  expect((await known.get('/contacts')).status).toBe(200);
});

test('readiness is checked once a second, however many requests ask for it', async () => {
  const app = await testApp();
  const { pool } = app.app.services.database;
  let asked = 0;
  pool.on('acquire', () => {
    asked += 1;
  });

  const replies = await Promise.all(Array.from({ length: 40 }, () => app.anyone.get('/ready')));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked).toBeLessThanOrEqual(6);
});
