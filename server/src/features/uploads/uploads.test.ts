import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSchedule, type TestApp, testApp } from '#testing';
import { eraseDataOf } from '#testing/erase-project';
import { fileForm } from '#testing/file-form';
import { picture } from '#testing/pictures';
import { startS3Server, temporaryFolder } from '#testing/s3-server';
import { connect } from '#testing/spool-setup';

const form = (bytes: Buffer) => fileForm(bytes, { name: 'logo.png', type: 'image/png', part: 'image' });

async function upload(app: TestApp, key: string, bytes?: Buffer) {
  return app.as(key).post('/uploads/image', form(bytes ?? (await picture('png'))));
}

async function database(app: TestApp) {
  const client = await connect(app.databaseUrl);
  onTestFinished(() => client.end());
  return client;
}

const diskSettings = async () => ({ STORAGE: 'disk', STORAGE_FOLDER: await temporaryFolder() });

const storages: [string, () => Promise<Record<string, string>>][] = [
  ['database', async () => ({})],
  ['disk', diskSettings],
  ['s3', startS3Server],
];

test.each(storages)(
  'an image in the storage %s is public, until its project is reset (D-1031)',
  async (kind, settings) => {
    const app = await testApp(await settings());
    const project = await app.given.project();

    const reply = await upload(app, project.secretKey);
    const file = await app.anyone.get(`/files/${reply.body.key}`);

    expect(reply).toMatchObject({
      status: 201,
      body: { filename: 'logo.png', contentType: 'image/png', width: 60, height: 20, size: file.bytes.length },
    });
    expect(reply.body.url).toBe(`http://localhost:8080/files/${reply.body.key}`);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect((await app.anyone.get('/config')).body.features.storage).toEqual({
      enabled: true,
      kind,
      maxImageBytes: 10_485_760,
    });

    await eraseDataOf(app.app.services, project.id);
    await runSchedule(app, 'uploads.remove-files');
    const client = await database(app);
    const { rows } = await client.query(
      'select (select count(*) from uploads)::int as files, (select count(*) from upload_totals)::int as totals, (select count(*) from file_removals)::int as left',
    );
    expect(rows).toEqual([{ files: 0, totals: 0, left: 0 }]);
    expect((await app.app.services.files?.read(reply.body.key, 1_000_000)) ?? null).toBeNull();
  },
);

test.each(storages.slice(1))(
  'bytes in the storage %s whose row was not written are gone a day later (D-1031)',
  async (_kind, settings) => {
    const app = await testApp(await settings());
    const project = await app.given.project();
    const client = await database(app);
    await client.query('alter table uploads add constraint broken check (false) not valid');

    const reply = await upload(app, project.secretKey);
    const { rows } = await client.query(
      "select key, due_at > now() + interval '23 hours' as is_later from file_removals",
    );
    const [{ key }] = rows;
    const files = app.app.services.files;
    await runSchedule(app, 'uploads.remove-files');
    const early = await files?.read(key, 1_000_000);
    await client.query("update file_removals set due_at = now() - interval '1 second'");
    await runSchedule(app, 'uploads.remove-files');

    expect(reply.status).toBe(500);
    expect(rows).toEqual([{ key, is_later: true }]);
    expect((await app.anyone.get(`/files/${key}`)).status).toBe(404);
    expect(early).toBeInstanceOf(Buffer);
    expect(await files?.read(key, 1_000_000)).toBeNull();
    expect((await client.query('select 1 from file_removals')).rows).toEqual([]);
  },
);

test('what a crash left half written on a disk is removed with its key, and files lie nowhere else', async () => {
  const settings = await diskSettings();
  const app = await testApp(settings);
  const project = await app.given.project();
  const { body } = await upload(app, project.secretKey);
  const paths = (await readdir(settings.STORAGE_FOLDER, { recursive: true })).filter((name) => name.includes('.'));
  expect(paths).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{2}/${body.key}$`))]);
  const path = join(settings.STORAGE_FOLDER, paths[0] ?? '');
  expect((await readFile(path)).length).toBe(body.size);
  await writeFile(`${path}.part`, 'half');

  await app.app.services.files?.remove(body.key);

  expect((await readdir(settings.STORAGE_FOLDER, { recursive: true })).filter((name) => name.includes('.'))).toEqual(
    [],
  );
});

test('with an address of its own for the bucket, the URL leads there', async () => {
  const app = await testApp({ ...(await startS3Server()), S3_PUBLIC_URL: 'https://images.acme.example/mail/' });
  const project = await app.given.project();

  const { body } = await upload(app, project.secretKey);

  expect(body.url).toBe(`https://images.acme.example/mail/${body.key}`);
});

test('without a storage nothing is uploaded, and the configuration shows it (D-1030, D-1031, D-1040)', async () => {
  const app = await testApp({ STORAGE: 'none' });
  const project = await app.given.project();

  const reply = await upload(app, project.secretKey);

  expect(reply).toMatchObject({ status: 503, body: { error: { code: 'STORAGE_DISABLED' } } });
  expect((await app.anyone.get('/config')).body.features.storage).toMatchObject({ enabled: false, kind: null });
});

test('a project keeps as many bytes as it may, and a neighbour is not concerned (D-1031)', async () => {
  const app = await testApp({ UPLOAD_MB_PER_PROJECT: '1' });
  const [project, neighbour] = [await app.given.project(), await app.given.project()];
  const client = await database(app);
  const first = await upload(app, project.secretKey);
  const used = 1_048_576 - first.body.size + 1;
  await client.query('update upload_totals set bytes = $1', [used]);

  const reply = await upload(app, project.secretKey);

  expect(reply).toMatchObject({
    status: 400,
    body: { error: { code: 'STORAGE_LIMIT_REACHED', details: { limitBytes: 1_048_576, usedBytes: used } } },
  });
  expect((await client.query('select count(*)::int as files from uploads')).rows).toEqual([{ files: 1 }]);
  expect((await upload(app, neighbour.secretKey)).status).toBe(201);
});

test('files of a project that is disabled for phishing, or is deleted, are not found', async () => {
  const app = await testApp();
  const client = await database(app);
  const paths: string[] = [];
  for (const change of ["disabled_reason = 'PHISHING_DETECTED'", 'deleted_at = now()', "disabled_reason = 'MANUAL'"]) {
    const project = await app.given.project();
    const { body } = await upload(app, project.secretKey);
    paths.push(`/files/${body.key}`);
    await client.query(`update projects set ${change} where id = $1`, [project.id]);
  }

  const statuses = [];
  for (const path of paths) statuses.push((await app.anyone.get(path)).status);

  expect(statuses).toEqual([404, 404, 200]);
});

test.each([
  '..%2f..%2fetc%2fpasswd',
  '1-aaaaaaaa.png',
  `1-aaaaaaaa${'0'.repeat(32)}.png`,
  `1-aaaaaaaa${'0'.repeat(32)}.svg`,
])('the key %s is not found (D-1031)', async (key) => {
  const app = await testApp();

  const reply = await app.anyone.get(`/files/${key}`);

  expect(reply).toMatchObject({ status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } });
});

test('files of 64 MB are kept in memory, those that were asked for last (D-1031)', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const client = await database(app);
  const { key } = (await upload(app, project.secretKey)).body;
  expect((await app.anyone.get(`/files/${key}`)).status).toBe(200);
  const large = Array.from({ length: 4 }, (_, n) => `${key.slice(0, 10)}${String(n).repeat(32)}.png`);
  await client.query(
    `insert into uploads (project_id, key, type, size, content, created_at)
     select $1, k, 'image/png', 20971520, decode(repeat('00', 20971520), 'hex'), now() from unnest($2::text[]) k`,
    [project.id, large],
  );
  for (const one of large) expect((await app.anyone.get(`/files/${one}`)).status).toBe(200);
  await client.query('delete from uploads');

  expect((await app.anyone.get(`/files/${key}`)).status).toBe(404);
  expect((await app.anyone.get(`/files/${large.at(-1)}`)).status).toBe(200);
});

test('a file that was asked for is served from memory (D-1031)', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const { body } = await upload(app, project.secretKey);
  const before = await app.anyone.get(`/files/${body.key}`);
  await (await database(app)).query('delete from uploads');

  const after = await app.anyone.get(`/files/${body.key}`);

  expect(after.status).toBe(200);
  expect(after.bytes.equals(before.bytes)).toBe(true);
});
