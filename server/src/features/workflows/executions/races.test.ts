import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import { type Client, startTestApp, type TestApp } from '#testing';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
import { type GivenStep, givenTemplate, givenWorkflow } from '#testing/workflow-setup';
import { cancelExecutions } from './cancel-executions.ts';
import { executionsSpool } from './spool.ts';

// Hundreds of requests, and no time is promised here.
vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
let api: Client;
let ctx: ProjectContext;
let projectId: string;
/** One holds locks, the other looks on. */
let holder: Awaited<ReturnType<typeof connect>>;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { DATABASE_POOL_SIZE: '12' }, { spools: [executionsSpool] });
  [holder, client] = [await connect(app.databaseUrl), await connect(app.databaseUrl)];
});
afterAll(async () => {
  await Promise.all([holder.end(), client.end()]);
  await app.close();
});
beforeEach(async () => {
  const project = await app.given.project();
  projectId = project.id;
  ctx = projectContext(app.app.services, project.id);
  api = app.as(project.secretKey);
});

const rows = async (text: string, ...values: unknown[]) => (await client.query(text, [projectId, ...values])).rows;
const name = (n: number): string => `c${n}@example.com`;

/** Records an event; a request that the busy instance has refused to begin is sent again. */
async function track(event: string, email: string): Promise<void> {
  for (;;) {
    const { status } = await api.post('/events/track', { event, email });
    if (status === 200) return;
    expect(status).toBe(503);
  }
}

/** So many times, some at once. */
async function times(count: number, work: (n: number) => Promise<unknown>, atOnce = 20): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

const locked = (count: number) =>
  vi.waitFor(async () => expect(await lockWaits(client)).toBe(count), { timeout: 30_000, interval: 20 });

/** Lets nothing be written to a table until `commit`. */
async function hold(table: string): Promise<void> {
  await holder.query('begin');
  await holder.query(`lock table ${table} in share mode`);
}

/** All executions have ended, each once, with each of its steps logged once; nothing waits. Returns how often each end came. */
async function ends(count: number): Promise<Record<string, number>> {
  await app.settle();
  expect(await rows('select id from executions where project_id = $1')).toEqual([]);
  expect(await rows('select * from execution_waits where project_id = $1')).toEqual([]);
  const [finished] = await rows(
    'select count(*)::int, count(distinct id)::int as ids from finished_executions where project_id = $1',
  );
  expect(finished).toEqual({ count, ids: count });
  const twice = await rows(
    `select execution_id, step_id from step_executions where project_id = $1 group by 1, 2 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  const [counts] = await rows(
    `select sum(started)::int as started, sum(running + waiting)::int as active,
            sum(completed + exited + failed + cancelled)::int as ended from workflow_counts where project_id = $1`,
  );
  expect(counts).toEqual({ started: count, active: 0, ended: count });
  const found = await rows(
    'select exit_reason, count(*)::int from finished_executions where project_id = $1 group by 1',
  );
  return Object.fromEntries(found.map((row) => [row.exit_reason, row.count]));
}

const waitFor = (timeout = 3_600): GivenStep => ({ type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout } });
const exit = (reason: string, more: Partial<GivenStep> = {}): GivenStep => ({
  type: 'EXIT',
  config: { reason },
  ...more,
});
const paidOrLate: GivenStep[] = [waitFor(), exit('paid'), exit('late', { after: 0, branch: 'timeout' })];

/** The time of every open step is reached: of waits in this moment, of delays a minute ago. */
const reachTimes = () =>
  rows(
    `update executions set due_at = now() - interval '1 second', open = open
        || case when open ? 'executeAfter' then jsonb_build_object('executeAfter', now() - interval '1 minute') else '{}' end
        || case when open ? 'scheduledFor' then jsonb_build_object('scheduledFor', now()) else '{}' end
      where project_id = $1 and lease_until is null returning id`,
  );

test('an event that is being recorded when its execution arrives at the wait is seen by it', async () => {
  await givenWorkflow(api, { steps: [{ type: 'DELAY', config: { amount: 1, unit: 'hours' } }, ...afterDelay()] });
  await track('signup', name(1));
  await app.settle();
  await givenWorkflow(api, { steps: [exit('other')], eventName: 'paid' });
  await hold('workflow_entries');

  const event = track('paid', name(1)); // recorded; it cannot start the other workflow, and then look for waits
  await locked(1);
  await reachTimes();
  executionsSpool.wake();
  await locked(2); // the execution waits for the contact
  await holder.query('commit');
  await event;

  expect(await ends(2)).toEqual({ paid: 1, other: 1 });
});

test('an event that comes while its execution arrives at the wait ends it', async () => {
  await givenWorkflow(api, { steps: [{ type: 'DELAY', config: { amount: 1, unit: 'hours' } }, ...afterDelay()] });
  await track('signup', name(1));
  await app.settle();
  await hold('step_executions');

  await reachTimes();
  executionsSpool.wake();
  await locked(1); // the wait is written, and not committed
  const event = track('paid', name(1));
  await locked(2);
  await holder.query('commit');
  await event;

  expect(await ends(1)).toEqual({ paid: 1 });
});

test('the same where nothing else in the project listens to events', async () => {
  await givenWorkflow(api, { steps: [{ type: 'DELAY', config: { amount: 1, unit: 'hours' } }, ...afterDelay()] });
  await track('signup', name(1));
  await app.settle();
  await rows('update workflows set enabled = false where project_id = $1');
  await hold('step_executions');

  await reachTimes();
  executionsSpool.wake();
  await locked(1); // the first wait of the project is written, and not committed
  const event = track('paid', name(1));
  await locked(2);
  await holder.query('commit');
  await event;

  expect(await ends(1)).toEqual({ paid: 1 });
});

/** `paidOrLate` behind one other step. */
const afterDelay = (): GivenStep[] => [waitFor(), exit('paid'), exit('late', { after: 1, branch: 'timeout' })];

test('the same for an execution that arrives by a call that cannot be made', async () => {
  const url = `https://hooks.example.com/{{ long }}`;
  const call = { type: 'WEBHOOK', config: { url, onFailure: 'continue' } };
  await givenWorkflow(api, { steps: [call, ...afterDelay()] });
  await api.post('/contacts', { email: name(1), data: { long: 'x'.repeat(3_000) } });
  await hold('step_executions');

  await track('signup', name(1));
  executionsSpool.wake();
  await locked(1);
  const event = track('paid', name(1));
  await vi.waitFor(
    async () =>
      expect(
        (await rows(`select 1 from events where project_id = $1 and name = 'paid'`)).length + (await lockWaits(client)),
      ).toBe(2),
    { timeout: 30_000, interval: 20 },
  );
  await holder.query('commit');
  await event;

  expect(await ends(1)).toEqual({ paid: 1 });
});

test('events sent right behind the ones that start executions wake all of them', async () => {
  await givenWorkflow(api, { steps: paidOrLate });

  await times(200, async (n) => {
    await track('signup', name(n));
    await track('paid', name(n));
  });

  expect(await ends(200)).toEqual({ paid: 200 });
});

test('of an event and a time-out in the same moment one wins, for good', async () => {
  await givenWorkflow(api, { steps: paidOrLate, allowReentry: true });
  const [rounds, people] = [5, 60];
  for (let round = 0; round < rounds; round += 1) {
    await times(people, (n) => track('signup', name(n)));
    await app.settle();
    const events = times(people, (n) => track('paid', name(n)));
    // Not all at once, so that some time-outs come before and some after their event.
    for (let part = 0; part < 6; part += 1) {
      await rows(
        `update executions set due_at = now(), open = open || jsonb_build_object('scheduledFor', now())
          where project_id = $1 and lease_until is null and woken_by is null and right(id::text, 1) in ('a', 'b', $2, $3)`,
        ...[String(part), String(part + 3)],
      );
      executionsSpool.wake();
    }
    await events;
    await app.settle();
    await reachTimes();
    await app.settle();
  }

  const { paid = 0, late = 0 } = await ends(rounds * people);
  expect(paid + late).toBe(rounds * people);
});

test('a cancellation in the moment of a step leaves the step whole or nothing of it', async () => {
  const templateId = await givenTemplate(api);
  const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };
  const { stepIds } = await givenWorkflow(api, { steps: [delay, { type: 'SEND_EMAIL', templateId }, exit('end')] });
  const people = 200;
  await times(people, (n) => track('signup', name(n)));
  await app.settle();
  const ids = (await rows('select id from executions where project_id = $1 order by id')).map(({ id }) => String(id));
  expect(ids).toHaveLength(people);

  await reachTimes();
  executionsSpool.wake();
  const cancelled = new Set<string>();
  await times(20, async (n) => {
    const own = ids.slice(n * 10, n * 10 + 10);
    for (const id of await ctx.transaction((tx) => cancelExecutions(tx, own, 'cancelled'))) cancelled.add(id);
  });

  const { end = 0, cancelled: stopped = 0 } = await ends(people);
  expect([end + stopped, stopped]).toEqual([people, cancelled.size]);
  const [mails] = await rows('select count(*)::int from emails where project_id = $1');
  const [sent] = await rows(
    `select count(*)::int from step_executions where project_id = $1 and step_id = $2 and status = 'COMPLETED'`,
    stepIds[1],
  );
  expect(mails).toEqual(sent);
});

test('one event, sent 200 times at once, starts one execution; a contact deleted in its wait ends one', async () => {
  await givenWorkflow(api, { steps: paidOrLate });
  await times(200, () => track('signup', name(1)), 40);
  await app.settle();
  expect(await rows('select id from executions where project_id = $1')).toHaveLength(1);
  const [contact] = await rows('select id from contacts where project_id = $1');

  await Promise.all([api.delete(`/contacts/${contact?.id}`), times(20, () => track('paid', name(1)))]);

  await ends(1);
});
