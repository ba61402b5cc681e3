import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { instanceContext, projectContext } from '#platform/context';
import { anotherProcess, connect, type GivenProject, runSchedule, startTestApp, type TestApp } from '#testing';
import type { Reply } from '#testing/client';
import { lockWaits } from '#testing/lock-waits';
import { until } from '#testing/until';
import { eraseData } from './erase-data.ts';

let app: TestApp;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
});

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);
const contacts = async (of = project): Promise<number> =>
  (await query('select from contacts where project_id = $1', [of.id])).rowCount ?? 0;
const markOf = async (): Promise<{ job: string | null; isMarked: boolean }> => {
  const found = await query('select reset_job_id as job, wipe_began_at is not null as m from projects where id = $1', [
    project.id,
  ]);
  return { job: found.rows[0]?.job, isMarked: found.rows[0]?.m };
};
const path = () => `/users/@me/projects/${project.id}/reset`;

/** Asks for a reset and waits for its mark; nothing is erased before `app.settle`. */
async function begin() {
  const reply = project.owner.client.post(path());
  expect(await until(async () => (await markOf()).isMarked)).toBe(true);
  const { job } = await markOf();
  return { reply, jobId: job };
}

/** The reply of a reset that is done; on a machine that took longer than the request waits, it is told that the job goes on. */
async function expectDone(reply: Promise<Reply>): Promise<void> {
  expect([200, 202]).toContain((await reply).status);
  expect(await until(async () => !(await markOf()).isMarked)).toBe(true);
}

test('while a project is reset its writes are refused, its reads and other projects are not; afterwards it is as new', async () => {
  const other = await app.given.project();
  await app.as(project.secretKey).post('/contacts', { email: 'before@example.com' });
  const askedAt = performance.now();
  const { reply, jobId } = await begin();
  const resetting = { status: 409, body: { error: { code: 'PROJECT_RESETTING', details: { jobId } } } };
  const [secret, pub] = [app.as(project.secretKey), app.as(project.publicKey)];

  expect(await secret.post('/contacts', { email: 'during@example.com' })).toMatchObject(resetting);
  expect(await pub.post('/v1/track', { email: 'during@example.com', event: 'seen' })).toMatchObject(resetting);
  expect(await project.owner.client.patch(`/users/@me/projects/${project.id}`, { name: 'Now' })).toMatchObject(
    resetting,
  );
  expect(await project.owner.client.post(path())).toMatchObject(resetting);
  expect(await project.owner.client.delete(`/users/@me/projects/${project.id}`)).toMatchObject(resetting);
  expect((await secret.get('/contacts')).status).toBe(200);
  expect((await secret.get(`/contacts/bulk/${jobId}`)).body).toMatchObject({ type: 'reset', state: 'active' });
  expect((await app.as(other.secretKey).post('/contacts', { email: 'other@example.com' })).status).toBe(201);

  await app.settle();
  const { status, body } = await reply;
  const isLate = performance.now() - askedAt >= 25_000;
  expect({ status, body }).toMatchObject(
    isLate ? { body: { success: true } } : { status: 200, body: { success: true } },
  );
  expect([await contacts(), await contacts(other)]).toEqual([0, 1]);
  expect((await secret.get(`/contacts/bulk/${jobId}`)).body).toMatchObject({
    state: 'completed',
    progress: 100,
    result: {},
  });
  expect((await secret.post('/contacts', { email: 'after@example.com' })).status).toBe(201);
  expect(await contacts()).toBe(1);
});

test('only an owner resets, a wrong name is refused, and so is a disabled project', async () => {
  const admin = await app.given.member(project, 'ADMIN');
  expect((await admin.client.post(path())).status).toBe(403);
  expect((await project.owner.client.post(path(), { confirm: 'Other' })).status).toBe(422);
  await query(`update projects set disabled_reason = 'MANUAL' where id = $1`, [project.id]);
  expect(await project.owner.client.post(path())).toMatchObject({
    status: 403,
    body: { error: { code: 'PROJECT_DISABLED' } },
  });
  expect(await markOf()).toEqual({ job: null, isMarked: false });
});

test('of several resets at once one is done, the others name its job', async () => {
  const done: Reply[] = [];
  const replies = Array.from({ length: 5 }, () => project.owner.client.post(path()).then((reply) => done.push(reply)));
  expect(await until(() => done.length >= 4)).toBe(true);
  const { job } = await markOf();
  await app.settle();

  await Promise.all(replies);
  const statuses = done.map(({ status }) => String(status === 202 ? 200 : status));
  expect(statuses.toSorted()).toEqual(['200', '409', '409', '409', '409']);
  const named = done.flatMap(({ status, body }) => (status === 409 ? [body.error.details.jobId] : []));
  expect(job).not.toBeNull();
  expect(new Set(named)).toEqual(new Set([job]));
});

test('a transaction that was open at the mark is waited for, and what it writes is erased (D-1152)', async () => {
  const ctx = projectContext(app.app.services, project.id);
  const [opened, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = ctx.transaction(async ({ db, projectId, newId }) => {
    await sql`select 1`.execute(db);
    opened.resolve();
    await mayEnd.promise;
    await sql`insert into mail_stops (project_id, source_id, reason, created_at)
              values (${projectId}, ${newId()}, 'BILLING_LIMIT', now())`.execute(db);
  });
  await opened.promise;
  const { reply } = await begin();
  let hasSettled = false;
  const settled = app.settle().then(() => {
    hasSettled = true;
  });
  const asks = `select from pg_stat_activity where datname = current_database() and query like '%virtualtransaction = any%'
                   and pid <> pg_backend_pid()`;
  expect(await until(async () => hasSettled || (await query(asks)).rowCount !== 0)).toBe(true);
  mayEnd.resolve();
  await Promise.all([late, settled]);

  await expectDone(reply);
  expect((await query('select from mail_stops where project_id = $1', [project.id])).rowCount).toBe(0);
});

test('a run that is slower than another one erases nothing that was written after the reset', async () => {
  const { reply, jobId } = await begin();
  const held = instanceContext(app.app.services);
  let isLate = false;
  const slow = {
    ...held,
    // The run has found the mark, and does nothing until the other one has ended.
    async wipeProject(...args: Parameters<typeof held.wipeProject>) {
      await app.settle();
      await expectDone(reply);
      await app.as(project.secretKey).post('/contacts', { email: 'new@example.com' });
      isLate = true;
      await held.wipeProject(...args);
    },
  };
  await eraseData.run(slow, { projectId: project.id });

  expect(isLate).toBe(true);
  expect(await contacts()).toBe(1);
  expect((await markOf()).isMarked).toBe(false);
  expect(jobId).not.toBeNull();
});

test('a reset whose task was lost is done by a schedule; a forged task does nothing', async () => {
  await app.as(project.secretKey).post('/contacts', { email: 'a@example.com' });
  await app.app.services.queue.boss.send('projects.reset', { projectId: null, payload: { projectId: project.id } });
  await app.settle();
  expect(await contacts()).toBe(1);

  const { reply } = await begin();
  await query(`delete from queue.job where name = 'projects.reset'`);
  await query(`update projects set wipe_began_at = now() - interval '5 minutes' where id = $1`, [project.id]);
  await runSchedule(app, 'projects.reset-left');
  await app.settle();

  await expectDone(reply);
  expect(await contacts()).toBe(0);
});

test('two runs at once take turns: the project opens when everything is erased, not before', async () => {
  const second = await anotherProcess(app, {});
  const [first, others, observer] = [
    await connect(app.databaseUrl),
    await connect(app.databaseUrl),
    await connect(app.databaseUrl),
  ];
  onTestFinished(() => Promise.all([first, others, observer].map((client) => client.end())).then(() => {}));
  const last = '00000000-0000-4000-8000-000000001000'; // of the first of three pages
  await query(
    `insert into mail_stops (project_id, source_id, reason, created_at)
     select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'BILLING_LIMIT', now()
       from generate_series(1, 2500) n order by n`,
    [project.id],
  );
  const { reply } = await begin();
  await Promise.all([first.query('begin'), others.query('begin')]);
  await first.query('select from mail_stops where project_id = $1 and source_id <= $2 for update', [project.id, last]);
  await others.query('select from mail_stops where project_id = $1 and source_id > $2 for update', [project.id, last]);
  const runs = [app.app.services, second.services].map((services) =>
    eraseData.run(instanceContext(services), { projectId: project.id }),
  );
  const bothWait = () => until(async () => (await lockWaits(observer)) === 2);
  const left = async () => (await query('select from mail_stops where project_id = $1', [project.id])).rowCount;
  expect(await bothWait()).toBe(true);
  await first.query('commit');
  expect(await until(async () => (await left()) === 1_500)).toBe(true);
  expect(await bothWait()).toBe(true);
  await others.query('commit');
  await Promise.all(runs);

  expect(await left()).toBe(0);
  await expectDone(reply);
});

test('a run of a process that stops erases nothing more and fails, so that it is repeated', async () => {
  await app.as(project.secretKey).post('/contacts', { email: 'a@example.com' });
  const { reply } = await begin();
  const stopping = instanceContext({ ...app.app.services, stopping: AbortSignal.abort() });

  await expect(eraseData.run(stopping, { projectId: project.id })).rejects.toThrow();

  expect([await contacts(), (await markOf()).isMarked]).toEqual([1, true]);
  await app.settle();
  await expectDone(reply);
});

test('a page has five minutes', async () => {
  const seen: string[] = [];
  await instanceContext(app.app.services).wipeProject(project.id, {
    isDeletion: false,
    async holds({ db }) {
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
      seen.push(rows[0]?.limit ?? '');
      return false;
    },
    async close() {},
  });
  expect(new Set(seen)).toEqual(new Set(['5min']));
});

test.each([
  ['projects.reset', 'projects.reset-left', begin],
  [
    'projects.erase',
    'projects.erase-left',
    async () => {
      const reply = project.owner.client.delete(`/users/@me/projects/${project.id}`);
      await reply;
      return { reply };
    },
  ],
])('%s: the schedule adds no task to one that runs, and one when it is gone', async (name, schedule, ask) => {
  const { boss } = app.app.services.queue;
  const { reply } = await ask();
  await query(
    `update projects set deleted_at = deleted_at - interval '2 hours', wipe_began_at = wipe_began_at - interval '1 hour'
                where id = $1`,
    [project.id],
  );
  const tasks = async (): Promise<string[]> => {
    const { rows } = await query(
      `select state::text from queue.job where name = $1 and data -> 'payload' ->> 'projectId' = $2 order by state`,
      [name, project.id],
    );
    return rows.map(({ state }) => state);
  };
  const fetched = await boss.fetch(name, { batchSize: 100 });
  expect(fetched).toHaveLength(1);

  await runSchedule(app, schedule);
  expect(await tasks()).toEqual(['active']);

  await boss.complete(
    name,
    fetched.map(({ id }) => id),
  );
  await runSchedule(app, schedule);
  expect(await tasks()).toEqual(['completed', 'created']);
  await app.settle();
  await reply;
  expect((await markOf()).isMarked).not.toBe(true);
});
