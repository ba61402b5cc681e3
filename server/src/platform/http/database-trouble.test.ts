import { expect, test } from 'vitest';
import { testApp } from '#testing';
import { connect } from '#testing/spool-setup';

test.each([
  ['53100', /no room left/],
  ['25006', /cannot reach its database/],
  ['53300', /cannot reach its database/],
])('a write that fails with %s gets a 503 with Retry-After, and reading goes on (F30)', async (code, words) => {
  const app = await testApp();
  const project = await app.given.project();
  const client = app.as(project.secretKey);
  const owner = await connect(app.databaseUrl);
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = '${code}'; end $$;
    create trigger refuse before insert on contacts for each row execute function refuse()`);

  const refused = await client.post('/contacts', { email: 'ada@example.com' });

  expect(refused).toMatchObject({
    status: 503,
    body: { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(words) } },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await client.get('/contacts')).status).toBe(200);
  await owner.query('drop trigger refuse on contacts');
  await owner.end();
  expect((await client.post('/contacts', { email: 'ada@example.com' })).status).toBe(201);
});
