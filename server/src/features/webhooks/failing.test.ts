import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { projectContext } from '#platform/context';
import { status, urlOf } from '#testing/call-setup';
import { runSchedule } from '#testing/test-app';
import { until } from '#testing/until';
import { startWebhookSetup, type WebhookSetup } from '#testing/webhook-setup';
import { clearQueue } from './clear-queue.ts';
import { webhookQueues } from './send/queue-spool.ts';

let setup: WebhookSetup;

beforeAll(async () => {
  setup = await startWebhookSetup(inject('templateDatabase'), [webhookQueues]);
});
afterAll(() => setup.close());
beforeEach(() => setup.renew());

/** So many deliveries that wait, of one event. */
async function givenWaiting(endpointId: string, count: number): Promise<void> {
  await setup.track('another');
  await setup.rows(
    `insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
     select $1, $2, id_in_order((extract(epoch from now()) * 1000)::bigint + n / 10000, n % 10000), e.id, e.created_at, e.contact_id,
            e.name, now()
       from events e cross join generate_series(1, $3::int) n where e.project_id = $1`,
    endpointId,
    count,
  );
}

async function givenFailing(waiting: number): Promise<string> {
  const { id } = await setup.givenEndpoint();
  setup.replyWith(status(500));
  await givenWaiting(id, waiting);
  await setup.rows('update webhook_queues set due_at = now() where project_id = $1');
  expect(await until(async () => (await setup.endpoint(id)).state === 'failing')).toBe(true);
  return id;
}

const failFor = (hours: number) =>
  setup.rows(
    'update webhook_endpoints set failing_since = now() - make_interval(hours => $2) where project_id = $1',
    hours,
  );

test('a dead target with thousands waiting gets twenty calls until that is known, and then one a step: ten at most (T44)', async () => {
  const probesMade = async (): Promise<number> =>
    Number((await setup.rows('select probes from webhook_endpoints where project_id = $1'))[0]?.probes);
  const id = await givenFailing(3_000);
  const untilKnown = setup.requests().length;
  expect(untilKnown - (await probesMade())).toBeLessThanOrEqual(21); // one beside the twentieth
  expect(await setup.endpoint(id)).toMatchObject({ pending: 1_000, failingSince: expect.any(String) });

  const areProbed = async () => {
    if ((await probesMade()) >= 4) return true;
    await setup.passPauses();
    return false;
  };
  expect(await until(areProbed, { seconds: 20 })).toBe(true);
  await failFor(73);
  await runSchedule(setup.app, 'webhooks.find-failing');
  await setup.app.settle();

  // One call for each probe; the first was scheduled by the twentieth failure. How many fit into three days: retry-plan.test.ts.
  expect(setup.requests().length - untilKnown).toBeLessThanOrEqual((await probesMade()) + 1); // one was under way
  expect(await setup.endpoint(id)).toMatchObject({ enabled: false, disabledReason: 'FAILING', pending: 0 });
  expect((await setup.endpoint(id)).abandoned).toBeGreaterThanOrEqual(2_970);
});

test('events of a failing endpoint wait without a call, and all are sent once a probe succeeds', async () => {
  const id = await givenFailing(40);
  await setup.rows(`update webhook_endpoints set next_probe_at = now() + interval '1 hour' where project_id = $1`);
  await setup.rows(
    `update webhook_queues set due_at = now() + interval '1 hour' where project_id = $1 and lease_until is null`,
  );
  const calls = setup.requests().length;
  await setup.track('signup');
  expect(await setup.endpoint(id)).toMatchObject({ pending: 41 });
  expect(setup.requests().length - calls).toBeLessThanOrEqual(1); // one that was under way

  setup.replyWith(status(200));
  const isSent = async () => {
    await setup.passPauses();
    return (await setup.endpoint(id)).pending === 0;
  };

  expect(await until(isSent)).toBe(true);
  expect(await setup.endpoint(id)).toMatchObject({ state: 'ok', failingSince: null, abandoned: 0 });
});

test('owners and admins get one mail after a day of failing, and it is disabled after three days', async () => {
  const id = await givenFailing(25);
  const admin = await setup.app.given.member(setup.project, 'ADMIN');
  const member = await setup.app.given.member(setup.project, 'MEMBER');
  const check = async () => {
    await runSchedule(setup.app, 'webhooks.find-failing');
    await setup.app.settle();
  };
  const mailsTo = ({ email }: { email: string }) => setup.app.mails.filter(({ to }) => to === email);

  await failFor(23);
  await check();
  expect(mailsTo(admin)).toEqual([]);
  await failFor(25);
  await check();
  await check();
  for (const person of [admin, setup.project.owner]) expect(mailsTo(person)).toHaveLength(1);
  expect(mailsTo(admin)[0]?.subject).toContain('fail');
  expect(mailsTo(member)).toEqual([]);

  await failFor(73);
  await check();
  expect(await setup.endpoint(id)).toMatchObject({ enabled: false, disabledReason: 'FAILING', pending: 0 });
  const patched = await setup.api.patch(`/webhook-endpoints/${id}`, { enabled: true });
  expect(patched.body).toMatchObject({ enabled: true, disabledReason: null, state: 'ok' });
});

test('a new URL begins without failures: what waits is sent there', async () => {
  const id = await givenFailing(25);
  setup.replyWith((request, response) => status(request.path === '/new' ? 200 : 500)(request, response));

  await setup.api.patch(`/webhook-endpoints/${id}`, { url: urlOf(setup, '/new') });

  const isSent = async () => {
    await setup.passPauses();
    return (await setup.endpoint(id)).pending === 0;
  };
  expect(await until(isSent)).toBe(true);
});

test('what the former URL replies to a call that was under way says nothing about the new one: a failure, and 410', async () => {
  for (const code of [500, 410]) {
    const held: (() => void)[] = [];
    setup.replyWith((request, response) => {
      held.push(() => status(request.path === '/hook' ? code : 200)(request, response));
    });
    const { id } = await setup.givenEndpoint();
    await setup.track('signup');
    expect(await until(() => held.length === 1)).toBe(true);
    await setup.api.patch(`/webhook-endpoints/${id}`, { url: urlOf(setup, '/new') });
    await setup.rows('update webhook_endpoints set failures = 19 where project_id = $1');

    held[0]?.();

    expect(await until(() => held.length === 2)).toBe(true);
    expect(await setup.endpoint(id)).toMatchObject({ enabled: true, state: 'ok', failingSince: null });
    held[1]?.();
    expect(await setup.untilEnded(id, 1)).toBe(true);
    const codes = (await setup.deliveries(id)).map(({ attempts }) => attempts.map(({ statusCode }) => statusCode));
    expect(codes).toEqual([[code, 200]]);
    expect((await setup.api.delete(`/webhook-endpoints/${id}`)).status).toBe(204);
  }
});

test('an endpoint of a disabled project is neither mailed about nor disabled, and that time does not count (D-1053)', async () => {
  const id = await givenFailing(25);
  const check = async () => {
    await runSchedule(setup.app, 'webhooks.find-failing');
    await setup.app.settle();
  };
  const mails = () => setup.app.mails.filter(({ to }) => to === setup.project.owner.email);
  const isAtRest = async () =>
    (await setup.rows('select 1 from webhook_queues where project_id = $1 and lease_until is null')).length === 1;
  await setup.rows(`update projects set disabled_reason = 'MANUAL' where id = $1`);
  expect(await until(isAtRest)).toBe(true);
  await failFor(100);
  await check();
  await setup.rows(`update webhook_endpoints set next_probe_at = now() - interval '95 hours' where project_id = $1`);
  await setup.rows('update projects set disabled_reason = null where id = $1');
  await check();
  const [row] = await setup.rows('select enabled, mailed_at from webhook_endpoints where project_id = $1');
  expect(row).toEqual({ enabled: true, mailed_at: null });

  const isProbed = async () => {
    await runSchedule(setup.app, 'webhooks.wake-queues');
    return (await setup.rows('select 1 from webhook_endpoints where project_id = $1 and next_probe_at > now()')).length;
  };
  expect(await until(async () => (await isProbed()) === 1)).toBe(true);
  await check();

  expect(await setup.endpoint(id)).toMatchObject({ enabled: true, state: 'failing' });
  expect(mails()).toEqual([]);
  const [since] = await setup.rows(
    'select extract(epoch from now() - failing_since) / 3600 as hours from webhook_endpoints where project_id = $1',
  );
  expect(Math.round(Number(since?.hours))).toBe(5);
});

test('deliveries that have waited for seven days are abandoned and counted', async () => {
  const { id } = await setup.givenEndpoint({ url: 'https://nowhere.invalid/' });
  await givenWaiting(id, 3);
  await setup.rows(
    `update webhook_deliveries set due_at = now() + interval '1 day',
            id = id_in_order((extract(epoch from now() - interval '8 days') * 1000)::bigint, tries)
      where project_id = $1 and id = (select min(id::text)::uuid from webhook_deliveries where project_id = $1)`,
  );

  await runSchedule(setup.app, 'webhooks.find-overfull');
  await setup.app.settle();

  expect(await setup.endpoint(id)).toMatchObject({ pending: 2, abandoned: 1, enabled: true });
  expect(await setup.deliveries(id, 'status=abandoned')).toHaveLength(1);
});

test('a deleted endpoint leaves no delivery and no log', async () => {
  const { id } = await setup.givenEndpoint();
  await setup.track('signup');
  expect(await setup.untilEnded(id, 1)).toBe(true);
  await givenWaiting(id, 1_200);

  expect((await setup.api.delete(`/webhook-endpoints/${id}`)).status).toBe(204);
  await setup.app.settle();

  for (const table of ['webhook_deliveries', 'webhook_delivery_log', 'webhook_queues'])
    expect(await setup.rows(`select 1 from ${table} where project_id = $1`)).toEqual([]);
});

test('a process that stops while it clears a queue leaves a task that is repeated', async () => {
  const { id } = await setup.givenEndpoint({ enabled: false });
  await givenWaiting(id, 5);
  await setup.rows('delete from webhook_endpoints where project_id = $1');
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const stopping = { ...ctx, stopping: AbortSignal.abort() };

  await expect(clearQueue.run(stopping, { endpointId: id })).rejects.toThrow();
  await clearQueue.run(ctx, { endpointId: id });

  expect(await setup.rows('select 1 from webhook_deliveries where project_id = $1')).toEqual([]);
});

test('deliveries of a disabled project wait, and are sent when it is enabled again (D-928)', async () => {
  const { id } = await setup.givenEndpoint();
  await setup.rows(`update projects set disabled_reason = 'MANUAL' where id = $1`);
  await givenWaitingOf(id);
  await setup.passPauses();
  const isAtRest = async () =>
    (
      await setup.rows(
        `select 1 from webhook_queues where project_id = $1 and due_at = 'infinity' and lease_until is null`,
      )
    ).length === 1;
  expect(await until(isAtRest)).toBe(true);
  expect(setup.requests()).toEqual([]);

  await setup.rows('update projects set disabled_reason = null where id = $1');
  await runSchedule(setup.app, 'webhooks.wake-queues');

  expect(await setup.untilEnded(id, 1)).toBe(true);
});

/** A delivery whose event is recorded beside the API, which a disabled project may not use. */
async function givenWaitingOf(endpointId: string): Promise<void> {
  const [contact] = await setup.rows(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     values ($1, gen_random_uuid(), 'ada@example.com', true, 'api', now(), now()) returning id`,
  );
  await setup.rows(
    `with e as (
       insert into events (project_id, created_at, id, contact_id, name) values ($1, date_trunc('milliseconds', now()), gen_random_uuid(), $2, 'signup')
       returning *)
     insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
     select $1, $3, id_in_order((extract(epoch from now()) * 1000)::bigint, 1), e.id, e.created_at, e.contact_id, e.name, now() from e`,
    contact?.id,
    endpointId,
  );
}
