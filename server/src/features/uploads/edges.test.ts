import { expect, onTestFinished, test } from 'vitest';
import { anotherProcess, clientOf, connect, type TestApp, testApp } from '#testing';
import { bearer } from '#testing/client';
import { startDeafListener } from '#testing/deaf-listener';
import { fileForm } from '#testing/file-form';
import { freePort } from '#testing/free-port';
import { lockWaits } from '#testing/lock-waits';
import { picture } from '#testing/pictures';
import { startS3Server } from '#testing/s3-server';
import { until } from '#testing/until';
import { imageSlots } from './upload-image.ts';

const form = async () => fileForm(await picture('png'), { name: 'logo.png', type: 'image/png', part: 'image' });
const upload = async (url: string, key: string) => clientOf(url, bearer(key)).post('/uploads/image', await form());

async function database(app: TestApp) {
  const client = await connect(app.databaseUrl);
  onTestFinished(() => client.end());
  return client;
}

test('a second image of a project waits for the first, and one of another project does not (D-1031)', async () => {
  const app = await testApp();
  const [project, other] = [await app.given.project(), await app.given.project()];
  const slots = imageSlots(app.app.services);
  const giveBack = await slots.take(project.id);

  expect((await upload(app.url, other.secretKey)).status).toBe(201);
  const waiting = upload(app.url, project.secretKey);
  expect(await until(() => slots.waiting === 1, { pauseMs: 5 })).toBe(true);
  giveBack();

  expect((await waiting).status).toBe(201);
});

test('an image that gets no place in time is refused, and nothing of it is kept (D-1031)', async () => {
  const app = await testApp();
  const projects = [await app.given.project(), await app.given.project(), await app.given.project()] as const;
  const [first, second, third] = projects;
  const slots = imageSlots(app.app.services);
  const held = [await slots.take(first.id), await slots.take(second.id)];

  const replies = await Promise.all([upload(app.url, third.secretKey), upload(app.url, first.secretKey)]);
  for (const giveBack of held) giveBack();

  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 503, body: { error: { code: 'OVERLOADED' } } });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await (await database(app)).query('select from uploads')).rows).toEqual([]);
  expect((await upload(app.url, third.secretKey)).status).toBe(201);
});

test.each([
  ['database', async () => ({})],
  ['s3', startS3Server],
])(
  'of two images that are stored at once, the one that does not fit is refused (%s) (D-1031)',
  async (_kind, start) => {
    const settings = { ...(await start()), UPLOAD_MB_PER_PROJECT: '1' };
    const app = await testApp(settings);
    const second = await anotherProcess(app, settings);
    const project = await app.given.project();
    const { size } = (await upload(app.url, project.secretKey)).body;
    const client = await database(app);
    await client.query('update upload_totals set bytes = $1', [1_048_576 - size]); // there is room for one more

    const other = await database(app);
    await client.query('begin');
    await client.query('select from upload_totals for update');
    const both = [upload(app.url, project.secretKey), upload(second.url ?? '', project.secretKey)];
    expect(await until(async () => (await lockWaits(other, '%upload_totals%')) === 2)).toBe(true);
    await client.query('commit');

    const replies = await Promise.all(both);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['201', '400']);
    expect(replies.find(({ status }) => status === 400)?.body.error).toMatchObject({
      code: 'STORAGE_LIMIT_REACHED',
      details: { limitBytes: 1_048_576, usedBytes: 1_048_576 },
    });
    const { rows } = await client.query(
      'select count(*)::int as files, (select bytes from upload_totals) from uploads',
    );
    expect(rows).toEqual([{ files: 2, bytes: '1048576' }]);
  },
);

test.each([
  ['refuses connections', freePort],
  [
    'does not answer',
    async () => {
      const listener = await startDeafListener();
      onTestFinished(() => listener.close());
      return listener.port;
    },
  ],
])(
  'a bucket that %s: the upload is refused, and there is no row without its file (D-1030, D-1031)',
  async (_how, portOf) => {
    const settings = await startS3Server();
    const app = await testApp({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${await portOf()}` });
    const project = await app.given.project();

    const reply = await upload(app.url, project.secretKey);

    expect(reply).toMatchObject({ status: 500, body: { error: { code: 'EXTERNAL_SERVICE_ERROR' } } });
    const client = await database(app);
    const kept = `select (select count(*) from uploads)::int as files, (select count(*) from upload_totals)::int as totals,
                       (select count(*) from file_removals where due_at > now())::int as listed`;
    expect((await client.query(kept)).rows).toEqual([{ files: 0, totals: 0, listed: 1 }]);
  },
);

test('a file whose bucket is away is not shown as missing, and is there again afterwards (D-1030)', async () => {
  const settings = await startS3Server();
  const app = await testApp(settings);
  const project = await app.given.project();
  const { key } = (await upload(app.url, project.secretKey)).body;
  const lonely = await anotherProcess(app, { ...settings, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` });

  const away = await clientOf(lonely.url ?? '').get(`/files/${key}`);

  expect(away).toMatchObject({ status: 500, body: { error: { code: 'EXTERNAL_SERVICE_ERROR' } } });
  expect((await app.anyone.get(`/files/${key}`)).status).toBe(200);
});
