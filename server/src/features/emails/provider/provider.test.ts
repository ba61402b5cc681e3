import { expect, test } from 'vitest';
import { testApp } from '#testing';
import { givenSender } from '#testing/given-mail';
import { startScriptedSmtp } from '#testing/scripted-smtp';

test('a project goes live once its relay has answered (D-1111)', async () => {
  const relay = await startScriptedSmtp({ greeting: '554 5.3.2 not now' });
  const app = await testApp({ MAIL_RELAYS: relay.url });
  const project = await app.given.project();
  await givenSender(app.app.services.database.pool, project.id, 'acme.example');
  await app.app.services.database.pool.query('update projects set has_verified_domain = true');
  const { client } = project.owner;
  const path = `/projects/${project.id}/provider`;
  const goLive = () => client.patch(`/users/@me/projects/${project.id}`, { mode: 'live' });

  expect((await client.get(path)).body).toMatchObject({ source: 'instance', type: 'smtp', lastTest: null });
  const failed = await client.post(`${path}/test`);
  expect(failed.body).toMatchObject({ ok: false, stage: 'connect', suggestion: expect.any(String) });
  expect(await goLive()).toMatchObject({ status: 400, body: { error: { details: { missing: ['provider'] } } } });

  relay.script = {};
  expect((await client.post(`${path}/test`)).body).toMatchObject({ ok: false }); // one test a minute
  expect(relay.connections).toBe(1);
  await app.app.services.database.pool.query(`update provider_tests set tested_at = tested_at - interval '1 minute'`);
  expect((await client.post(`${path}/test`)).body).toMatchObject({ ok: true, stage: 'done', suggestion: null });
  expect((await client.get(path)).body).toMatchObject({ lastTest: { ok: true, stage: 'done' } });
  expect(await goLive()).toMatchObject({ status: 200, body: { mode: 'live' } });
  await relay.close();
});

test('a test without a relay says so, and a host that does not exist fails at the stage "name"', async () => {
  const bare = await testApp();
  const first = await bare.given.project();
  await bare.app.services.database.pool.query('update users set is_instance_admin = true');
  const none = await first.owner.client.post(`/projects/${first.id}/provider/test`);
  expect(none.body).toMatchObject({ ok: false, message: expect.stringContaining('MAIL_RELAYS') });

  const lost = await testApp({ MAIL_RELAYS: 'smtp://nowhere.invalid:25' });
  const second = await lost.given.project();
  const unknown = await second.owner.client.post(`/projects/${second.id}/provider/test`);
  expect(unknown.body).toMatchObject({ ok: false, stage: 'name' });
});

test('relays and their replies are shown to administrators of the instance only', async () => {
  const app = await testApp({ MAIL_RELAYS: 'smtp://nowhere.invalid:25' });
  await app.given.user(); // the first one is the administrator
  const project = await app.given.project();
  const { client } = project.owner;
  const path = `/projects/${project.id}/provider`;
  const both = async () => [await client.post(`${path}/test`), await client.get(path)];
  await app.app.services.database.pool.query('update users set is_instance_admin = false');

  const hidden = await both();
  await app.app.services.database.pool.query('update users set is_instance_admin = true');
  const shown = await both();

  expect(hidden.map(({ text }) => text.includes('nowhere.invalid'))).toEqual([false, false]);
  expect(hidden[0]?.body).toMatchObject({ ok: false, stage: 'name', message: expect.stringContaining('"name"') });
  expect(shown.map(({ text }) => text.includes('nowhere.invalid'))).toEqual([true, true]);
});
