import assert from 'node:assert/strict';
import { mixedCampaign } from '../campaigns/mixed-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { badPeriods, pastMail } from './past-mails.ts';

const path = '/analytics/deliverability';
const period = 'from=2026-06-01&to=2026-06-03&tz=UTC';

type Figures = Record<'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained', number>;

const names = {
  sent: 'emails',
  delivered: 'delivered',
  opened: 'opens',
  clicked: 'clicks',
  bounced: 'bounces',
} as const;

export const deliverability = entry(
  'GET /analytics/deliverability',
  projectEndpoint({ endpoint: 'GET /analytics/deliverability', status: 200, request: async () => ({ path }) }),
  it('sorts mails by the provider of the recipient, the domain of the sender and the code of the bounce (D-1023)', async (world) => {
    const owner = await world.owner();
    const at = '2026-06-01T10:00:00Z';
    await pastMail(world, owner, { at, recipient: 'ann@gmail.com' });
    await pastMail(world, owner, { at, recipient: 'bob@GoogleMail.com', openedAt: '2026-06-02T10:00:00Z' });
    await pastMail(world, owner, { at, recipient: 'eve@gmx.net', from: 'x@news.example', bounce: '550 5.1.1 Nobody' });
    await pastMail(world, owner, {
      at,
      recipient: 'joe@people.example',
      bounce: 'smtp; 552 5.2.2 Over quota (1.5.1.1)',
    });
    await pastMail(world, owner, { at, recipient: 'sue@people.example', bounce: 'No' });
    const none = { sent: 0, delivered: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 };
    answeredWhole(await owner.key.get(`${path}?${period}`), 200, {
      providers: [
        { ...none, provider: 'google', sent: 2, opened: 1 },
        { ...none, provider: 'gmx', sent: 1, bounced: 1 },
        { ...none, provider: 'other', sent: 2, bounced: 2 },
      ],
      senderDomains: [
        { ...none, domain: 'acme.example', sent: 4, bounced: 2, opened: 1 },
        { ...none, domain: 'news.example', sent: 1, bounced: 1 },
      ],
      reasons: [
        { reason: '5.1.1', class: 'address', count: 1 },
        { reason: '5.2.2', class: 'mailbox', count: 1 },
        { reason: 'other', class: 'other', count: 1 },
      ],
    });
    const nothing = { providers: [], senderDomains: [], reasons: [] };
    answeredWhole(await owner.key.get(`${path}?${period}&mode=live`), 200, nothing);
    answeredWhole(await owner.key.get(`${path}?${period}&stream=CAMPAIGN`), 200, nothing);
    answeredWhole(await owner.key.get(`${path}?from=2026-06-03&to=2026-06-04`), 200, nothing);
    answeredWhole(await (await world.owner()).key.get(`${path}?${period}`), 200, nothing);
  }),
  it('counts what happened at the time it happened, in any zone (D-1023)', async (world) => {
    const owner = await world.owner();
    await pastMail(world, owner, {
      at: '2026-06-01T18:15:00Z',
      recipient: 'a@pm.me',
      openedAt: '2026-06-02T18:14:59Z',
    });
    const ofDay = async (day: string, tz: string): Promise<[number, number]> => {
      const reply = await owner.key.get(`${path}?startDate=${day}&endDate=${day}&tz=${tz}`);
      answered(reply, 200);
      const [first] = reply.body.providers;
      return [first?.sent ?? 0, first?.opened ?? 0];
    };
    assert.deepEqual(await ofDay('2026-06-01', 'UTC'), [1, 0]);
    assert.deepEqual(await ofDay('2026-06-02', 'UTC'), [0, 1]);
    assert.deepEqual(await ofDay('2026-06-02', 'Asia/Kathmandu'), [1, 1]);
  }),
  it('adds up to the time series, by provider and by sender domain (D-1023)', async (world) => {
    const { owner } = await mixedCampaign(world);
    const { body } = await owner.key.get(path);
    const days: Record<string, number>[] = (await owner.key.get('/analytics/timeseries')).body;
    const sum = (rows: readonly Figures[], name: keyof Figures) => rows.reduce((all, row) => all + row[name], 0);
    for (const [name, dayName] of Object.entries(names) as [keyof typeof names, string][]) {
      const expected = days.reduce((all, day) => all + (day[dayName] ?? 0), 0);
      assert.equal(sum(body.providers, name), expected, name);
      assert.equal(sum(body.senderDomains, name), expected, name);
    }
    assert.deepEqual(
      body.providers.map(({ provider }: { provider: string }) => provider),
      ['google', 'other'],
    );
    assert.deepEqual(body.reasons, [{ reason: '5.1.1', class: 'address', count: 1 }]);
  }),
  it('shows at most 50 sender domains and reasons, the others as one (D-1023)', async (world) => {
    const owner = await world.owner();
    for (let index = 0; index < 52; index += 1) {
      const more = { from: `a@d${index + 10}.example`, bounce: `550 5.9.${index + 100} No` };
      await pastMail(world, owner, { at: '2026-06-01T10:00:00Z', ...more });
    }
    await pastMail(world, owner, { at: '2026-06-01T10:00:00Z', from: 'a@d61.example', bounce: 'No' });
    const { body } = await owner.key.get(`${path}?${period}`);
    assert.equal(body.senderDomains.length, 51);
    assert.deepEqual([body.senderDomains[0].domain, body.senderDomains[0].sent], ['d61.example', 2]);
    assert.deepEqual([body.senderDomains[50].domain, body.senderDomains[50].sent], ['other', 2]);
    assert.equal(body.reasons.length, 51);
    assert.deepEqual(body.reasons[50], { reason: 'other', class: 'other', count: 3 });
  }),
  it('refuses what it cannot parse', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of [...badPeriods, ['stream=ALLES', 'stream']] as const) {
      refused(await key.get(`${path}?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
