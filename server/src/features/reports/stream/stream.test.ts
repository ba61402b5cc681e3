import { Client as Database } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#platform/ids';
import { anotherProcess, bearer, type GivenProject, type TestApp, testApp } from '#testing';
import { type EventReader, readEvents, type StreamMessage } from '#testing/event-stream';
import { until } from '#testing/until';

type Headers = Record<string, string>;

async function open(url: string | null, headers: Headers, query = ''): Promise<EventReader> {
  const reader = await readEvents(`${url}/stream${query}`, headers);
  onTestFinished(() => reader.close());
  return reader;
}

const track = async (app: TestApp, project: GivenProject, ...names: string[]): Promise<void> => {
  for (const event of names) {
    const { status } = await app.as(project.secretKey).post('/events/track', { email: 'ada@example.com', event });
    expect(status).toBe(200);
  }
};

const namesOf = (messages: readonly StreamMessage[]): string[] =>
  messages.flatMap(({ event, data }) => (event === 'activity' ? [data.metadata.eventName ?? data.type] : []));

const has = (count: number) => (messages: readonly StreamMessage[]) => namesOf(messages).length >= count;

async function database(app: TestApp): Promise<Database> {
  const client = new Database({ connectionString: app.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('readers at two processes get what happens, each item once, in one order, and nothing of a neighbour', async () => {
  const app = await testApp();
  const other = await anotherProcess(app, {});
  const [project, neighbour] = [await app.given.project(), await app.given.project()];
  const readers = [
    await open(app.url, bearer(project.secretKey)),
    await open(other.url, bearer(project.secretKey)),
    await open(other.url, { ...project.owner.headers, 'x-project-id': project.id }),
  ];
  expect(readers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(readers[0]?.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });

  await track(app, neighbour, 'foreign');
  await track(app, project, 'one', 'two', 'three');

  for (const reader of readers) await reader.until(has(3));
  await track(app, project, 'four');
  for (const reader of readers) {
    await reader.until(has(4));
    expect(namesOf(reader.messages)).toEqual(['one', 'two', 'three', 'four']);
    expect(reader.messages[0]?.data).toMatchObject({ type: 'event.triggered', contactEmail: 'ada@example.com' });
  }
});

test('a reader continues at another process with what it has missed, and nothing twice', async () => {
  const app = await testApp();
  const other = await anotherProcess(app, {});
  const project = await app.given.project();
  const first = await open(app.url, bearer(project.secretKey));
  await track(app, project, 'one', 'two');
  await first.until(has(2));
  first.close();
  await track(app, project, 'three', 'four');

  const position = { 'last-event-id': first.lastEventId };
  const next = await open(other.url, { ...bearer(project.secretKey), ...position });
  await next.until(has(2));
  await track(app, project, 'five');
  await next.until(has(3));

  expect(namesOf(next.messages)).toEqual(['three', 'four', 'five']);
  const once = await open(app.url, { ...bearer(project.secretKey), ...position }, '?seconds=0');
  expect(await until(() => once.isClosed)).toBe(true);
  expect(namesOf(once.messages)).toEqual(['three', 'four', 'five']);
});

const hourMs = 3_600_000;

test.each<[string, () => string]>([
  ['that is none', () => 'nonsense'],
  ['of an hour ago', () => String(Date.now() - hourMs)],
  ['in an hour', () => String(Date.now() + hourMs)],
])('a position %s cannot be continued: the reader is told to read again', async (_what, position) => {
  const app = await testApp();
  const project = await app.given.project();
  const reader = await open(app.url, { ...bearer(project.secretKey), 'last-event-id': position() });
  await reader.until(([first]) => first?.event === 'reset');
  await track(app, project, 'one');

  await reader.until(has(1));
  expect(reader.messages.map(({ event }) => event)).toEqual(['reset', 'activity']);
});

/** Waits until the processes have looked so many times for what they may send; a process that has sent everything does not look. */
function hasLooked(client: Database, times: number): Promise<boolean> {
  const looks = new Set<string>();
  return until(
    async () => {
      const { rows } = await client.query<{ began: string }>(
        `select query_start::text as began from pg_stat_activity where query like '%feed_writers()%' and pid <> pg_backend_pid()
            and datname = current_database()`,
      );
      for (const { began } of rows) looks.add(began);
      return looks.size > times;
    },
    { pauseMs: 10 },
  );
}

test('a record whose transaction commits late is not skipped, and comes in its place', async () => {
  const app = await testApp();
  const other = await anotherProcess(app, {});
  const project = await app.given.project();
  await track(app, project, 'before');
  const early = await database(app);
  const late = await database(app);
  const { rows } = await early.query('select id from contacts where project_id = $1', [project.id]);
  const write = async (client: Database, name: string): Promise<void> => {
    await client.query('begin');
    await client.query(
      `insert into events (project_id, created_at, id, contact_id, name)
       values ($1, date_trunc('milliseconds', clock_timestamp()), $2, $3, $4)`,
      [project.id, newId(), rows[0].id, name],
    );
  };
  const reader = await open(app.url, bearer(project.secretKey));

  await write(early, 'began first');
  await write(late, 'began second');
  await late.query('commit');
  await track(app, project, 'began third');
  // A reader that comes now has a position before the open transaction.
  const joined = await open(other.url, { ...bearer(project.secretKey), 'last-event-id': reader.lastEventId });
  expect(await hasLooked(late, 5)).toBe(true);
  await early.query('commit');
  await track(app, project, 'last');

  for (const each of [reader, joined]) {
    await each.until(has(4));
    expect(namesOf(each.messages)).toEqual(['began first', 'began second', 'began third', 'last']);
  }
});

test('a comment comes every 15 s and moves the position, also when nothing happens (D-1043)', async () => {
  const app = await testApp();
  const project = await app.given.project();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const reader = await open(app.url, bearer(project.secretKey));
  expect(await until(() => reader.comments === 1)).toBe(true);

  const begun = reader.lastEventId;
  vi.advanceTimersByTime(15_000);
  expect(await until(() => reader.comments >= 2)).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(await until(() => reader.comments >= 4)).toBe(true);
  expect([reader.comments, reader.messages]).toEqual([4, []]);

  // Each looks at the project once more, in its own time; a later one tells how far it has come.
  const hasMoved = await until(() => {
    vi.advanceTimersByTime(15_000);
    return Number(reader.lastEventId) > Number(begun);
  });
  expect(hasMoved).toBe(true);
});

test('a revoked key, an ended session and a lost role end their streams; others go on (D-1046)', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const [leaving, staying] = [await app.given.member(project, 'MEMBER'), await app.given.member(project, 'MEMBER')];
  const inProject = { 'x-project-id': project.id };
  const byKey = await open(app.url, bearer(project.secretKey));
  const byLeaving = await open(app.url, { ...leaving.headers, ...inProject });
  const byStaying = await open(app.url, { ...staying.headers, ...inProject });
  const byOwner = await open(app.url, { ...project.owner.headers, ...inProject });

  const { owner } = project;
  expect((await owner.client.post(`/users/@me/projects/${project.id}/regenerate-keys`)).status).toBe(200);
  expect((await owner.client.delete(`/projects/${project.id}/members/${leaving.id}`)).status).toBe(204);
  expect(await until(() => byKey.isClosed && byLeaving.isClosed)).toBe(true);
  expect([byStaying.isClosed, byOwner.isClosed]).toEqual([false, false]);
  expect((await staying.client.post('/auth/logout')).status).toBeLessThan(300);
  expect(await until(() => byStaying.isClosed)).toBe(true);
  expect(byOwner.isClosed).toBe(false);
});

test('a project has so many streams in a process; one that ends makes room', async () => {
  const app = await testApp();
  const [project, neighbour] = [await app.given.project(), await app.given.project()];
  const readers: EventReader[] = [];
  for (let n = 0; n < 20; n += 1) readers.push(await open(app.url, bearer(project.secretKey)));
  expect(readers.every(({ status }) => status === 200)).toBe(true);

  const refused = await app.as(project.secretKey).get('/stream?seconds=0');
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 20, scope: 'project' } } },
  });
  expect((await app.as(neighbour.secretKey).get('/stream?seconds=0')).status).toBe(200);
  readers[0]?.close();
  expect(await until(async () => (await app.as(project.secretKey).get('/stream?seconds=0')).status === 200)).toBe(true);
});

test('many items of one millisecond are some items and a number', async () => {
  const app = await testApp();
  const project = await app.given.project();
  await track(app, project, 'before');
  const client = await database(app);
  const reader = await open(app.url, bearer(project.secretKey));
  await client.query(
    `insert into events (project_id, created_at, id, contact_id, name)
     select project_id, (select date_trunc('milliseconds', clock_timestamp())), gen_random_uuid(), id, 'many'
       from contacts, generate_series(1, 500) n where project_id = $1`,
    [project.id],
  );
  await track(app, project, 'last');

  const counted = (messages: readonly StreamMessage[]): number =>
    messages.reduce((sum, { event, data }) => sum + (event === 'activity' ? 1 : event === 'more' ? data.count : 0), 0);
  await reader.until((messages) => counted(messages) >= 501);
  expect(counted(reader.messages)).toBe(501);
  expect(namesOf(reader.messages).length).toBeLessThanOrEqual(20);
});

test('changes of jobs, domains and campaigns are told, and after a pause their states once more', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const api = app.as(project.secretKey);
  const { body: added } = await api.post('/domains', { domain: 'acme.example' });
  await track(app, project, 'before');
  const reader = await open(app.url, bearer(project.secretKey));

  const client = await database(app);
  await client.query(`update domains set status = 'verified', verified_at = now() where id = $1`, [added.id]);
  const { body: contacts } = await api.get('/contacts');
  const ids = contacts.data.map(({ id }: { id: string }) => id);
  const { body: job } = await api.post('/contacts/bulk-unsubscribe', { contactIds: ids });
  const draft = { name: 'News', subject: 'Hi', body: '<p>Hi</p>', from: 'hello@postrider.test', audienceType: 'ALL' };
  const { body: created } = await api.post('/campaigns', draft);
  const campaign = created.data;

  const isOf = (event: string, id: string) => (each: StreamMessage) => each.event === event && each.data.id === id;
  await reader.until((messages) => messages.some(isOf('job', job.jobId)) && messages.some(isOf('domain', added.id)));
  expect(reader.messages.find(isOf('domain', added.id))?.data).toEqual({ id: added.id, status: 'verified' });
  await reader.until((messages) => messages.some(isOf('campaign', campaign.id)));
  const { data: state } = reader.messages.find(isOf('campaign', campaign.id)) ?? {};
  expect(state).toMatchObject({ status: 'DRAFT', counters: { totalRecipients: 0, sentCount: 0 } });
  await app.settle();
  const isEnd = (each: StreamMessage): boolean => isOf('job', job.jobId)(each) && each.data.state === 'completed';
  await reader.until((messages) => messages.some(isEnd));
  expect(reader.messages.find(isEnd)?.data).toEqual({ id: job.jobId, state: 'completed', progress: 100 });

  const position = { 'last-event-id': reader.lastEventId };
  const next = await open(app.url, { ...bearer(project.secretKey), ...position }, '?seconds=0');
  expect(await until(() => next.isClosed)).toBe(true);
  expect(next.messages.some(isEnd)).toBe(true);
});

test('streams end when the server stops, and it does not wait for them', async () => {
  const app = await testApp();
  const other = await anotherProcess(app, { SHUTDOWN_SECONDS: '60' });
  const project = await app.given.project();
  const reader = await open(other.url, bearer(project.secretKey));

  await other.stop();

  expect(await until(() => reader.isClosed)).toBe(true);
});
