import { expect, test, vi } from 'vitest';
import { billingSetup } from '#testing/billing-setup';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
import { until } from '#testing/until';

// Hundreds of requests, and no time is promised here.
vi.setConfig({ testTimeout: 120_000 });

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

test('200 sends at once at a cap of 10: exactly 10 are accepted, and each step is mailed once (D-1145)', async () => {
  const setup = await billingSetup();
  await setup.setCaps({ transactional: 10 });

  const replies = await times(200, () => setup.send());

  const refused = replies.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(190);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(refused[0]?.body.error).toMatchObject({
    code: 'BILLING_LIMIT_EXCEEDED',
    details: { category: 'transactional', limit: 10, usage: 10, requested: 1 },
  });
  expect(await setup.usageOf('transactional')).toBe(10);
  expect(await setup.rows('select from emails')).toHaveLength(10);
  expect((await setup.notices()).toSorted()).toEqual([
    'Acme: 80 % of the cap for transactional mail is reached',
    'Acme: the cap for transactional mail is reached',
  ]);
});

test('sends over the end of a period: each period accepts exactly its cap (D-1146)', async () => {
  const setup = await billingSetup();
  await setup.setCaps({ transactional: 10 });
  const ends = await setup.endPeriod(2);

  const replies: Awaited<ReturnType<typeof setup.send>>[] = [];
  // Until a round that began after the end of the period accepts nothing more.
  for (let isOver = false; !isOver; ) {
    const isAfterEnd = Date.now() > ends.getTime() + 500;
    const round = await times(20, () => setup.send());
    replies.push(...round);
    isOver = isAfterEnd && round.every(({ status }) => status !== 200);
  }

  const counted = await setup.rows('select counted_in, count(*)::int from deliveries group by 1 order by 1');
  expect(counted).toEqual([
    { counted_in: new Date('2020-01-01'), count: 10 },
    { counted_in: ends, count: 10 },
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(await setup.rows('select period_start, sum(used)::int from billing_usage group by 1 order by 1')).toEqual([
    { period_start: new Date('2020-01-01'), sum: 10 },
    { period_start: ends, sum: 10 },
  ]);
  expect(await setup.notices()).toHaveLength(4);
});

test('a new cap waits for what is being counted, and holds for everything after it', async () => {
  const setup = await billingSetup();
  const other = await connect(setup.app.databaseUrl);
  const { id } = setup.project;
  await other.query('begin');
  await other.query(`select open_usage($1, 'transactional')`, [id]);
  await other.query(
    `insert into billing_usage select $1, 'transactional', period_start, 1, 5 from billing_period($1, now())`,
    [id],
  );

  const setting = setup.setCaps({ transactional: 5 });
  expect(await until(async () => (await lockWaits(setup.client, '%pg_advisory_xact_lock(%')) > 0)).toBe(true);
  await other.query('commit');
  await other.end();

  expect((await setting).transactional).toMatchObject({ limit: 5, usage: 5, percentage: 100, isBlocked: true });
  expect((await setup.send()).status).toBe(402);
  expect(await setup.notices()).toEqual(['Acme: the cap for transactional mail is reached']);
});

test('without a cap mail is counted in slots, and a cap that is set later counts all of them (D-146)', async () => {
  const setup = await billingSetup();
  await times(12, () => setup.send());
  expect(await setup.usageOf('transactional')).toBe(12);
  expect(await setup.rows('select from billing_usage where slot = 0')).toEqual([]);

  await setup.setCaps({ transactional: 13 });

  const statuses = (await times(3, () => setup.send())).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 402, 402]);
});

test('a request with more recipients than are left is refused as a whole, and leaves nothing', async () => {
  const setup = await billingSetup();
  await setup.setCaps({ transactional: 2 });
  const send = (to: readonly string[]) =>
    setup.api.post('/v1/send', { to, subject: 'Hi', body: '<p>Hi</p>', from: 'hello@acme.example' });

  const refused = await send(['a@example.com', 'b@example.com', 'c@example.com']);

  expect(refused.status).toBe(402);
  expect(refused.body.error.details).toMatchObject({ limit: 2, usage: 0, requested: 3 });
  expect(await setup.rows('select from contacts')).toEqual([]);
  expect((await send(['a@example.com', 'b@example.com'])).status).toBe(200);
});

test('test mail is not counted', async () => {
  const setup = await billingSetup();
  await setup.setCaps({ transactional: 0 });

  expect((await setup.send('ann@postrider.test')).status).toBe(200);

  expect(await setup.usageOf('transactional')).toBe(0);
  expect(await setup.rows('select from deliveries where counted_in is not null')).toEqual([]);
});
