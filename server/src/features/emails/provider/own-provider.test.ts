import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeSes } from '#testing/fake-ses';
import { ownCertificate, ownHosts, ownProviderSetup, trustOwnCertificate } from '#testing/own-provider-setup';

trustOwnCertificate();

test('the provider of a project is shown with a masked secret, tested by its login, and stored sealed (D-1114)', async () => {
  const setup = await ownProviderSetup();
  const { client } = setup.project.owner;
  const path = `/projects/${setup.project.id}/provider`;
  const settings = {
    ...{ relays: [`${ownHosts[0]}:${setup.own.port}`], host: ownHosts[0], port: setup.own.port, security: 'tls' },
    ...{ username: 'acme', password: '********' },
  };
  const shown = { source: 'project', type: 'smtp', settings, lastTest: null };
  await client.post(`${path}/test`); // of the relays of the instance

  expect(await setup.put()).toMatchObject({ status: 200, body: shown });
  expect(await client.get(path)).toMatchObject({ status: 200, body: shown });
  expect(await setup.rows('select has_tested_provider from projects where id = $1', [setup.project.id])).toEqual([
    { has_tested_provider: false },
  ]);
  const [row] = await setup.rows('select secret, settings::text from own_providers');
  expect(row.secret).toMatch(/^v2-/);
  expect(JSON.stringify(row)).not.toContain('sesame');

  const { script } = setup.own;
  setup.own.script = { ...script, auth: '535 5.7.8 Wrong password' };
  const failed = await client.post(`${path}/test`);
  expect(failed.body).toMatchObject({ ok: false, stage: 'login', message: expect.stringContaining('535') });
  setup.own.script = script;
  await setup.rows(`update provider_tests set tested_at = tested_at - interval '1 minute'`);
  expect((await client.post(`${path}/test`)).body).toMatchObject({ ok: true, stage: 'done' });
  expect((await client.get(path)).body).toMatchObject({ source: 'project', lastTest: { ok: true, stage: 'done' } });

  expect(await setup.put({ type: 'instance' })).toMatchObject({
    status: 200,
    body: { source: 'instance', lastTest: null },
  });
  expect(await setup.rows('select from own_providers')).toEqual([]);
});

test('addresses inside of networks are refused when they are saved, unless the operator allows them (D-1114)', async () => {
  const setup = await ownProviderSetup();
  setup.zone.set('inside.example.com', 'A', ['10.0.0.1']);
  setup.zone.set('both.example.com', 'A', ['93.184.215.14', '10.0.0.1']);
  const refusedField = async (change: object): Promise<string> => {
    const { status, body } = await setup.put(setup.smtpBody(change));
    return status === 422 ? body.error.errors[0].field : `${status}`;
  };

  expect(await refusedField({ host: 'inside.example.com', port: 587 })).toBe('host');
  expect(await refusedField({ host: 'both.example.com', port: 587 })).toBe('host');
  expect(await refusedField({ host: '127.0.0.1', port: 587 })).toBe('host');
  expect(await refusedField({ host: '169.254.169.254', port: 25 })).toBe('host');
  expect(await refusedField({ host: '::1', port: 465 })).toBe('host');
  expect(await refusedField({ host: '2130706433', port: 587 })).toBe('host');
  expect(await refusedField({ port: 6379 })).toBe('port');
  expect(await refusedField({ password: '********' })).toBe('password');
  expect(await refusedField({ username: 'a\r\nMAIL FROM:<x@y.example>' })).toBe('username');
  expect(await setup.rows('select from own_providers')).toEqual([]);
  expect(await refusedField({})).toBe('200');
});

test('what a test learns counts only for the provider that was tested', async () => {
  const setup = await ownProviderSetup();
  const held = Promise.withResolvers<void>();
  await setup.put();
  setup.own.script = { ...setup.own.script, auth: { when: held.promise, reply: '235 2.7.0 Ok' } };
  const { client } = setup.project.owner;
  const testing = client.post(`/projects/${setup.project.id}/provider/test`);
  await vi.waitFor(() => expect(setup.own.commands.some((line) => line.startsWith('AUTH'))).toBe(true));

  await setup.put(setup.smtpBody({ username: 'other' }));
  held.resolve();

  expect((await testing).body).toMatchObject({ ok: true });
  expect((await client.get(`/projects/${setup.project.id}/provider`)).body).toMatchObject({ lastTest: null });
  expect(await setup.rows('select has_tested_provider from projects where id = $1', [setup.project.id])).toEqual([
    { has_tested_provider: false },
  ]);
});

test('tests of one provider at the same time share a connection', async () => {
  const setup = await ownProviderSetup();
  const held = Promise.withResolvers<void>();
  await setup.put();
  setup.own.script = { ...setup.own.script, auth: { when: held.promise, reply: '235 2.7.0 Ok' } };
  const { client } = setup.project.owner;
  const testing = Array.from({ length: 10 }, () => client.post(`/projects/${setup.project.id}/provider/test`));
  await vi.waitFor(() => expect(setup.own.commands.some((line) => line.startsWith('AUTH'))).toBe(true));
  held.resolve();

  for (const { body } of await Promise.all(testing)) expect(body).toMatchObject({ ok: true, stage: 'done' });
  expect(setup.own.connections).toBe(1);
});

test('a project may change its provider twenty times an hour, and go back to the instance at any time', async () => {
  const setup = await ownProviderSetup();
  const statuses: number[] = [];
  for (let change = 0; change < 21; change += 1) statuses.push((await setup.put()).status);

  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect((await setup.put({ type: 'instance' })).status).toBe(200);
});

test('mail of a live project with its own provider is no test mail in an instance without relays', async () => {
  const setup = await ownProviderSetup({ MAIL_RELAYS: '' });
  await setup.rows(`update projects set mode = 'live', has_verified_domain = true where id = $1`, [setup.project.id]);
  const send = async (): Promise<boolean> => {
    const mail = { to: 'ada@example.com', from: 'hello@acme.example', subject: 'Hi', body: '<p>Hi</p>' };
    const { status } = await setup.app.as(setup.project.secretKey).post('/v1/send', mail);
    expect(status).toBe(200);
    const [row] = await setup.rows('select is_test from emails order by id desc limit 1');
    return row.is_test;
  };

  const without = await send();
  await setup.put();
  const own = await send();

  expect([without, own]).toEqual([true, false]);
});

test('the test of Amazon SES asks with the credentials of the project', async () => {
  const ses = await startFakeSes(ownCertificate);
  onTestFinished(() => ses.close());
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', ses.endpoint);
  onTestFinished(() => void vi.unstubAllEnvs());
  const setup = await ownProviderSetup();
  const body = { type: 'ses', region: 'eu-west-1', accessKeyId: 'AKIAOWN', secretAccessKey: 'own-secret' };
  const settings = { region: 'eu-west-1', accessKeyId: 'AKIAOWN', secretAccessKey: '********', configurationSet: null };
  expect(await setup.put(body)).toMatchObject({ status: 200, body: { source: 'project', type: 'ses', settings } });
  ses.accountAnswer = { status: 403, type: 'UnrecognizedClientException', message: 'unknown key' };

  const path = `/projects/${setup.project.id}/provider/test`;
  const failed = await setup.project.owner.client.post(path);
  ses.accountAnswer = null;
  await setup.put(body);
  const passed = await setup.project.owner.client.post(path);

  expect(failed.body).toMatchObject({ ok: false, stage: 'login' });
  expect(passed.body).toMatchObject({ ok: true, stage: 'done' });
});
