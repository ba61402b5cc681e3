import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type ProjectContext, type ProjectId, projectContext } from '#platform/context';
import { type Claim, startSpools } from '#platform/spool';
import { type Client, startTestApp, type TestApp } from '#testing';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
import { type GivenStep, givenWorkflow } from '#testing/workflow-setup';
import { executionsSpool } from '../executions/spool.ts';
import { workflowSchedules } from './spool.ts';
import { workSchedule } from './work-schedule.ts';

let app: TestApp;
let api: Client;
let ctx: ProjectContext;
let projectId: string;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  const project = await app.given.project();
  projectId = project.id;
  ctx = projectContext(app.app.services, project.id);
  api = app.as(project.secretKey);
});

const rows = async (text: string, ...values: unknown[]) => (await client.query(text, [projectId, ...values])).rows;
const row = async () => (await rows('select * from workflow_schedules where project_id = $1'))[0];
const entered = () =>
  rows(
    `select c.email, x.trigger_type, x.scheduled_at, x.arrived_at, x.version, x.context, x.depth
       from executions x join contacts c on c.project_id = x.project_id and c.id = x.contact_id
      where x.project_id = $1 order by c.email`,
  );
const emails = async () => (await entered()).map(({ email }) => email);
/** Of yesterday. */
async function contact(email: string, data: object = {}): Promise<string> {
  const { id } = (await api.post('/contacts', { email: `${email}@example.com`, data })).body;
  await rows(`update contacts set created_at = now() - interval '1 day' where project_id = $1 and id = $2`, id);
  return id;
}
const contacts = (count: number) =>
  rows(
    `insert into contacts (project_id, id, email, subscribed, source, data, created_at, updated_at)
     select $1, gen_random_uuid(), 'c' || n || '@example.com', true, 'api', '{}', now() - interval '1 day', now()
       from generate_series(1, $2::int) n returning 1`,
    count,
  );

const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };
const everybody = { logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'contains', value: '@' }] }] };
const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
const daily = '0 9 * * *';

/** Enabled; `schedule` is daily at nine unless given. */
async function givenSchedule(audience: object, more: { schedule?: string; allowReentry?: boolean } = {}) {
  const { schedule = daily, ...options } = more;
  const { id } = await givenWorkflow(api, { steps: [delay], isEnabled: false, ...options });
  const triggerConfig = { schedule, ...audience };
  const { status, body } = await api.patch(`/workflows/${id}`, {
    triggerType: 'SCHEDULE',
    triggerConfig,
    enabled: true,
  });
  expect({ status, problems: body.problems }).toEqual({ status: 200, problems: [] });
  return id;
}

/** The time of the row was so long ago. */
const reach = (ago = '1 second') =>
  rows(
    `update workflow_schedules set fires_at = date_trunc('milliseconds', now() - $2::interval), due_at = now() - interval '1 second' where project_id = $1`,
    ago,
  );

/** Takes the row as a worker does; another worker that had it has lost it. `isPatient`: until it gives the row back. */
async function claim(id: string, { isPatient = true } = {}): Promise<Claim> {
  const fence = randomUUID();
  await rows(
    `update workflow_schedules set fence = $3, lease_until = now() + interval '30 s' where project_id = $1 and id = $2`,
    ...[id, fence],
  );
  const signal = isPatient ? new AbortController().signal : AbortSignal.abort('draining');
  const fields = { table: 'workflow_schedules', id, fence, lane: 'run', claims: 1, signal };
  return { ...fields, projectId: projectId as ProjectId };
}

async function work(id: string): Promise<void> {
  for (let ending: unknown = 'released'; ending === 'released'; ) ending = await workSchedule(ctx, await claim(id));
}

test('an enabled schedule has a row that is due at its next time, and follows each change of it', async () => {
  const id = await givenSchedule({ audienceCondition: everybody, timezone: 'Europe/Berlin' });
  const patch = (body: object) => api.patch(`/workflows/${id}`, body);
  const localTime = (zone: string) =>
    rows(
      `select (fires_at at time zone $2)::time(0)::text as time, fires_at > now() and fires_at <= now() + interval '25 hours' as is_next,
              due_at = fires_at as is_due from workflow_schedules where project_id = $1`,
      zone,
    );
  expect(await localTime('Europe/Berlin')).toEqual([{ time: '09:00:00', is_next: true, is_due: true }]);

  const before = await row();
  await patch({ name: 'Another', allowReentry: true });
  expect(await row()).toEqual(before);
  await patch({ triggerConfig: { schedule: '30 10 * * *', audienceCondition: everybody } });
  expect(await localTime('UTC')).toEqual([{ time: '10:30:00', is_next: true, is_due: true }]);

  await patch({ enabled: false });
  expect(await row()).toBeUndefined();
  await patch({ enabled: true });
  expect(await row()).toBeDefined();
  await patch({ triggerType: 'MANUAL' });
  expect(await row()).toBeUndefined();
});

test('at its time the members of a segment enter, dynamic or a list, and the row waits for the next time (D-903, D-942)', async () => {
  await contact('ada', { plan: 'pro' });
  await contact('bob', { plan: 'free' });
  const dynamic = await api.post('/segments', { name: 'Pro', condition: isPro });
  const list = await api.post('/segments', { name: 'List', type: 'STATIC' });
  await api.post(`/segments/${list.body.id}/members`, { emails: ['bob@example.com'] });
  const ids = [
    await givenSchedule({ segmentId: dynamic.body.id }),
    await givenSchedule({ segmentId: list.body.id }),
    await givenSchedule({ audienceCondition: everybody }),
  ];
  await reach();
  const [{ fires_at: time }] = (await rows('select fires_at from workflow_schedules where project_id = $1')) as [
    { fires_at: Date },
  ];
  await api.post('/contacts', { email: 'late@example.com', data: { plan: 'pro' } });

  for (const id of ids) await work(id);

  const all = await entered();
  expect(all.map(({ email }) => email)).toEqual(['ada', 'ada', 'bob', 'bob'].map((name) => `${name}@example.com`));
  const [{ version }] = await rows('select version from workflows where project_id = $1 limit 1');
  for (const one of all) {
    expect(one).toMatchObject({ trigger_type: 'SCHEDULE', version, context: null, depth: 1 });
    expect([one.scheduled_at, one.arrived_at]).toEqual([time, time]);
  }
  const waiting = await rows(
    `select count(*)::int from workflow_schedules
      where project_id = $1 and fires_at > now() and due_at = fires_at and began_at is null and fence is null`,
  );
  expect(waiting).toEqual([{ count: 3 }]);
});

test('workers let every contact enter once, also when one is killed and another goes on', async () => {
  await contacts(12_500);
  const id = await givenSchedule({ audienceCondition: everybody });
  await reach();
  const first = await claim(id, { isPatient: false });
  expect(await workSchedule(ctx, first)).toBe('released'); // the time has fired
  expect(await workSchedule(ctx, first)).toBe('released');
  expect(await rows('select count(*)::int from executions where project_id = $1')).toEqual([{ count: 5_000 }]);

  const second = await claim(id, { isPatient: false });
  const endings = await Promise.all([workSchedule(ctx, first), workSchedule(ctx, second)]);
  expect(endings).toEqual(['ended', 'released']);
  await work(id);

  const counts = await rows(
    `select count(*)::int, count(distinct contact_id)::int as people, count(distinct scheduled_at)::int as times
       from executions where project_id = $1`,
  );
  expect(counts).toEqual([{ count: 12_500, people: 12_500, times: 1 }]);
});

test('two processes fire a time once, and its executions run', async () => {
  await contacts(50);
  await givenSchedule({ audienceCondition: everybody });
  const running = [1, 2].map(() => startSpools(app.app.services, [workflowSchedules, executionsSpool]));
  await reach();
  workflowSchedules.wake();

  await vi.waitFor(
    async () => {
      const found = await rows(`select status, count(*)::int from executions where project_id = $1 group by 1`);
      expect(found).toEqual([{ status: 'WAITING', count: 50 }]);
    },
    { timeout: 30_000, interval: 50 },
  );
  for (const each of running) await each.stop();
  expect(await rows('select sum(started)::int from workflow_counts where project_id = $1')).toEqual([{ sum: 50 }]);
});

test('a time that was missed for half an hour fires late, one of two hours ago does not (D-903)', async () => {
  await contact('ada');
  const id = await givenSchedule({ audienceCondition: everybody, timezone: awayFromNine() });

  await reach('2 hours');
  await work(id);
  expect(await emails()).toEqual([]);
  expect((await row())?.fires_at.getTime()).toBeGreaterThan(Date.now());

  await reach('30 minutes');
  await work(id);
  expect(await emails()).toEqual(['ada@example.com']);
});

/** A zone in which it is afternoon, so that nine o'clock is hours away. */
const awayFromNine = (): string => (new Date().getUTCHours() < 12 ? 'Etc/GMT-12' : 'Etc/UTC');

test('times that pass while contacts enter are skipped and counted (D-942)', async () => {
  await contact('ada');
  const id = await givenSchedule({ audienceCondition: everybody, schedule: '*/15 * * * *' });
  await reach();
  await workSchedule(ctx, await claim(id, { isPatient: false }));
  await rows(
    `update workflow_schedules set began_at = began_at - interval '65 minutes', fires_at = fires_at - interval '65 minutes'
      where project_id = $1`,
  );
  await work(id);

  const [{ skipped }] = await rows(
    'select sum(times_skipped)::int as skipped from workflow_hours where project_id = $1',
  );
  expect([4, 5]).toContain(skipped);
  expect((await row())?.fires_at.getTime()).toBeGreaterThan(Date.now());
});

test('who enters runs on the version and by the audience of the beginning (D-942)', async () => {
  await contacts(5_001);
  const { body: segment } = await api.post('/segments', { name: 'All', condition: everybody });
  const id = await givenSchedule({ segmentId: segment.id });
  const { version } = (await api.get(`/workflows/${id}`)).body;
  await reach();
  const first = await claim(id, { isPatient: false });
  await workSchedule(ctx, first);
  await workSchedule(ctx, first);

  await api.patch(`/segments/${segment.id}`, { condition: isPro });
  await api.post(`/workflows/${id}/steps`, { type: 'EXIT' });
  expect((await api.get(`/workflows/${id}`)).body.version).toBeGreaterThan(version);
  await work(id);

  expect(await rows('select version, count(*)::int from executions where project_id = $1 group by 1')).toEqual([
    { version, count: 5_001 },
  ]);
});

test('disabling ends a firing where it is; new times leave it alone', async () => {
  await contacts(5_001);
  const id = await givenSchedule({ audienceCondition: everybody });
  await reach();
  const first = await claim(id, { isPatient: false });
  await workSchedule(ctx, first);
  await workSchedule(ctx, first);
  await api.patch(`/workflows/${id}`, { triggerConfig: { schedule: '30 4 * * *', audienceCondition: everybody } });
  expect((await row())?.began_at).not.toBeNull();

  await api.patch(`/workflows/${id}`, { enabled: false });
  expect(await workSchedule(ctx, first)).toBe('ended');
  await api.patch(`/workflows/${id}`, { enabled: true });

  expect(await row()).toMatchObject({ began_at: null, after_contact: null });
  expect(await rows('select count(*)::int from executions where project_id = $1')).toEqual([{ count: 5_000 }]);
});

test('a schedule of a disabled project waits (D-928)', async () => {
  await contact('ada');
  const id = await givenSchedule({ audienceCondition: everybody });
  await reach();
  await rows(`update projects set disabled_reason = 'MANUAL' where id = $1`);

  expect(await workSchedule(ctx, await claim(id))).toEqual({ afterSeconds: 300 });
  expect(await emails()).toEqual([]);
  await rows(`update projects set disabled_reason = null where id = $1`);
  await work(id);
  expect(await emails()).toEqual(['ada@example.com']);
});

test('a contact that is deleted while others enter leaves no entry', async () => {
  const [gone] = [await contact('ada'), await contact('bob')];
  const id = await givenSchedule({ audienceCondition: everybody });
  await reach();
  const first = await claim(id, { isPatient: false });
  await workSchedule(ctx, first);
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock_shared(hashtextextended('bulk-mail:' || $1, 0))`, [projectId]);
  await client.query('delete from contacts where id = $1', [gone]);

  const entering = workSchedule(ctx, first);
  const observer = app.app.services.database.pool;
  await vi.waitFor(async () => expect(await lockWaits(observer)).toBe(1), { timeout: 30_000 });
  await client.query('commit');
  await entering;

  expect(await emails()).toEqual(['bob@example.com']);
  expect(await rows('select count(*)::int from workflow_entries where project_id = $1')).toEqual([{ count: 1 }]);
});
