import { expect, test, vi } from 'vitest';
import { type Counts, type LedgerSetup, ledgerSetup } from '#testing/ledger-setup';
import { until } from '#testing/until';
import type { Category } from './category.ts';

vi.setConfig({ testTimeout: 240_000 });

const people = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

const emailTo = async ({ rows }: LedgerSetup, name: string): Promise<string> =>
  (await rows('select id from emails where recipient = $1 order by id limit 1', [`${name}@example.com`]))[0].id;

interface Way {
  readonly counted: Counts;
  readonly accept: (setup: LedgerSetup) => Promise<unknown>;
}

const sendTo = ({ api }: LedgerSetup, to: unknown, headers = {}) =>
  api.send({
    ...{ method: 'POST', path: '/v1/send', headers },
    body: { to, subject: 'Hi', body: '<p>Hi</p>', from: 'hello@acme.example' },
  });

const ways: Record<string, Way> = {
  'a send': { counted: { transactional: 1 }, accept: (setup) => sendTo(setup, 'a@example.com') },
  'a send to three': {
    counted: { transactional: 3 },
    accept: (setup) => sendTo(setup, ['b@example.com', 'c@example.com', 'd@example.com']),
  },
  'a send that is repeated with its key': {
    counted: { transactional: 1 },
    async accept(setup) {
      for (let call = 0; call < 3; call += 1) await sendTo(setup, 'e@example.com', { 'idempotency-key': 'one' });
    },
  },
  'a campaign': { counted: { campaigns: 4 }, accept: ({ accept }) => accept.campaigns(people('campaign', 4)) },
  'a workflow': { counted: { workflows: 2 }, accept: ({ accept }) => accept.workflows(people('workflow', 2)) },
  'a mail that is received twice': {
    counted: { inbound: 1 },
    async accept({ receive }) {
      await receive('writer', 'The same text');
      await receive('writer', 'The same text');
    },
  },
  'the test of a campaign': {
    counted: { transactional: 1 },
    accept: async ({ api, draft }) => api.post(`/campaigns/${await draft([])}/test`, { email: 'test@example.com' }),
  },
  'a mail that is sent again': {
    counted: { transactional: 1 },
    accept: async (setup) => setup.api.post(`/emails/${await emailTo(setup, 'a')}/resend`, {}),
  },
  'a mail of a workflow that is sent again': {
    counted: { transactional: 1 },
    accept: async (setup) => setup.api.post(`/emails/${await emailTo(setup, 'workflow0')}/resend`, {}),
  },
  'test mail': { counted: {}, accept: (setup) => sendTo(setup, 'ann@postrider.test') },
  'a mail to a suppressed address': {
    counted: {},
    async accept(setup) {
      await setup.api.post('/suppressions', { email: 'left@example.com' });
      await sendTo(setup, 'left@example.com');
    },
  },
};

function difference(after: Counts, before: Counts): Counts {
  const entries = (Object.entries(after) as [Category, number][]).map(
    ([category, count]) => [category, count - (before[category] ?? 0)] as const,
  );
  return Object.fromEntries(entries.filter(([, count]) => count !== 0));
}

test('each way to accept a mail counts it once in its category; each that is handed over is billed once there (I14)', async () => {
  const setup = await ledgerSetup();

  const counted: Record<string, Counts> = {};
  for (const [name, { accept }] of Object.entries(ways)) {
    const before = await setup.usage();
    await accept(setup);
    counted[name] = difference(await setup.usage(), before);
  }

  expect(counted).toEqual(Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, way.counted])));
  setup.work();
  await setup.idle();
  expect(await setup.rows(`select from emails where sent_at is null and status <> 'SUPPRESSED'`)).toEqual([]);
  expect(await setup.units()).toEqual(await setup.usage());
});

const cap = 5;

test.each([
  ['transactional', cap],
  ['campaigns', cap],
  ['workflows', cap],
  ['inbound', 4 * cap], // taken in and counted beyond its cap
] as const)(
  '%s at its cap, by many at once: exactly %d are counted, and each step is mailed once (D-602, D-1143, D-1145)',
  async (category, usage) => {
    const setup = await ledgerSetup();
    await setup.setCaps({ [category]: cap });

    await Promise.all(['p', 'q', 'r', 's'].map((prefix) => setup.accept[category](people(prefix, cap))));

    expect(await setup.usage()).toEqual({ [category]: usage });
    expect(await setup.rows('select from deliveries where counted_in is not null')).toHaveLength(
      category === 'inbound' ? 0 : cap,
    );
    const notices = await setup.notices();
    expect(notices.filter((subject) => /^Acme: the cap for .* is reached$/.test(subject))).toHaveLength(1);
    expect(notices.length).toBe(new Set(notices).size);
  },
);

test('sends, mails that are sent again and tests of campaigns share one cap (D-820)', async () => {
  const setup = await ledgerSetup();
  await setup.send('first@example.com');
  const [id, campaignId] = [await emailTo(setup, 'first'), await setup.draft([])];
  await setup.setCaps({ transactional: 1 + cap });
  const call = (n: number) =>
    [
      () => setup.send(`p${n}@example.com`),
      () => setup.api.post(`/emails/${id}/resend`, { to: `q${n}@example.com` }),
      () => setup.api.post(`/campaigns/${campaignId}/test`, { email: `r${n}@example.com` }),
    ].map((one) => one());

  const replies = await Promise.all(people('', 4).flatMap((_, n) => call(n)));

  expect(replies.filter(({ status }) => status < 300)).toHaveLength(cap);
  expect(replies.filter(({ status }) => status === 402)).toHaveLength(12 - cap);
  expect(await setup.usage()).toEqual({ transactional: 1 + cap });
});

const longAgo = new Date('2020-01-01');

test.each(['transactional', 'campaigns', 'workflows'] as const)(
  '%s over the end of a period: given back to the period of the count, billed in that of the hand-over (D-1144, D-1146)',
  async (category) => {
    const setup = await ledgerSetup();
    const { rows, relay } = setup;
    relay.script = { unknown: /refused@/ };
    await setup.endPeriod(3_600);
    await setup.accept[category](['kept', 'refused', 'deleted']);
    const ends = await setup.endPeriod(0);
    await setup.accept[category](['later', 'later-deleted']);

    for (const name of ['deleted', 'later-deleted']) {
      const [{ id }] = await rows('select id from contacts where email = $1', [`${name}@example.com`]);
      expect((await setup.api.delete(`/contacts/${id}`)).status).toBeLessThan(300);
    }
    setup.work();
    expect(await until(async () => (await rows('select from deliveries')).length === 0)).toBe(true);

    const byPeriod = (column: string, table: string) =>
      rows(`select category, period_start, sum(${column})::int from ${table} group by 1, 2 order by 2`);
    expect(await byPeriod('used', 'billing_usage')).toEqual([
      { category, period_start: longAgo, sum: 1 },
      { category, period_start: ends, sum: 1 },
    ]);
    expect(await byPeriod('units', 'billing_units')).toEqual([{ category, period_start: ends, sum: 2 }]);
  },
);
