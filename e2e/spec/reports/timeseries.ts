import assert from 'node:assert/strict';
import { mixedCampaign } from '../campaigns/mixed-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { flip } from '../events/record.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { badPeriods, pastMail } from './past-mails.ts';

const path = '/analytics/timeseries';
const none = {
  ...{ accepted: 0, emails: 0, delivered: 0, opens: 0, clicks: 0, bounces: 0, complaints: 0, unsubscribes: 0 },
};

interface Entry {
  date: string;
  accepted: number;
  opens: number;
  unsubscribes: number;
}

async function series(owner: Owner, query: string): Promise<Entry[]> {
  const reply = await owner.key.get(`${path}?${query}`);
  answered(reply, 200);
  return reply.body;
}

export const timeseries = entry(
  'GET /analytics/timeseries',
  projectEndpoint({ endpoint: 'GET /analytics/timeseries', status: 200, request: async () => ({ path }) }),
  it('has an entry with zeros for each of the last 30 days and today, oldest first (D-1001, D-1020)', async (world) => {
    const owner = await world.owner();
    const reply = await owner.key.get(path);
    answered(reply, 200);
    const today = new Date().toISOString().slice(0, 10);
    assert.equal(reply.body.length, 31);
    assert.deepEqual(reply.body.at(-1), { date: today, ...none });
    assert.ok(reply.body[0].date < reply.body[1].date);
  }),
  it('counts every figure of a campaign on the day it happened, and the whole is what the campaign says (D-1002, D-1020)', async (world) => {
    const { owner, id } = await mixedCampaign(world);
    const stats = (await owner.key.get(`/campaigns/${id}/stats`)).body;
    const entries = await series(owner, 'stream=CAMPAIGN');
    const sum = (name: string): number =>
      entries.reduce((all, one) => all + Number(Object.entries(one).find(([key]) => key === name)?.[1]), 0);
    assert.equal(sum('accepted'), stats.totalRecipients);
    assert.equal(sum('emails'), stats.sentCount);
    assert.equal(sum('delivered'), stats.deliveredCount);
    assert.equal(sum('opens'), stats.openedCount);
    assert.equal(sum('clicks'), stats.clickedCount);
    assert.equal(sum('bounces'), stats.bouncedCount);
    assert.equal(sum('complaints'), stats.complainedCount);
    assert.ok(sum('unsubscribes') >= stats.unsubscribedCount);
    const unsubscribes = async (query: string): Promise<number> =>
      (await series(owner, query)).reduce((all, one) => all + one.unsubscribes, 0);
    const before = await unsubscribes('stream=ALL');
    const email = newEmail('leaves');
    await owner.key.post('/contacts', { email, subscribed: true });
    await flip(owner, email); // not through a mail
    assert.equal(await unsubscribes('stream=ALL'), before + 1);
    assert.equal(await unsubscribes('stream=CAMPAIGN'), sum('unsubscribes'));
    assert.deepEqual((await series(owner, 'stream=WORKFLOW')).at(-1)?.accepted, 0);
    assert.equal((await series(owner, 'mode=live')).at(-1)?.accepted, 0);
    assert.equal((await series(owner, 'mode=all')).at(-1)?.accepted, sum('accepted'));
  }),
  it('cuts days at the midnights of the zone, which may lie at half and quarter hours, and has days of 23 and 25 hours (D-1020)', async (world) => {
    const owner = await world.owner();
    for (const at of ['2026-06-01T18:14:59Z', '2026-06-01T18:15:00Z', '2026-06-01T18:29:59Z', '2026-06-01T18:30:00Z']) {
      await pastMail(world, owner, { at });
    }
    const accepted = async (tz: string) =>
      (await series(owner, `from=2026-06-01&to=2026-06-03&tz=${tz}`)).map((one) => [one.date, one.accepted]);
    assert.deepEqual(await accepted('Asia/Kathmandu'), [
      ['2026-06-01', 1],
      ['2026-06-02', 3],
    ]);
    assert.deepEqual(await accepted('Asia/Kolkata'), [
      ['2026-06-01', 3],
      ['2026-06-02', 1],
    ]);
    assert.deepEqual(await accepted('UTC'), [
      ['2026-06-01', 4],
      ['2026-06-02', 0],
    ]);
    const hours = async (day: string) =>
      (await series(owner, `startDate=${day}&endDate=${day}&tz=Europe/Berlin&interval=hour`)).length;
    assert.equal(await hours('2026-03-29'), 23);
    assert.equal(await hours('2026-10-25'), 25);
    assert.equal(await hours('2026-06-01'), 24);
    const [first] = await series(owner, 'from=2026-06-02&to=2026-06-03&tz=Asia/Kolkata&interval=hour');
    assert.deepEqual([first?.date, first?.accepted], ['2026-06-01T18:30:00.000Z', 1]);
  }),
  it('counts a late open on the day of the open, and leaves the day of the mail as it was (D-1020)', async (world) => {
    const owner = await world.owner();
    await pastMail(world, owner, { at: '2026-06-01T10:00:00Z', openedAt: '2026-06-03T10:00:00Z' });
    const entries = await series(owner, 'from=2026-06-01&to=2026-06-04&tz=UTC');
    assert.deepEqual(
      entries.map(({ accepted, opens }) => [accepted, opens]),
      [
        [1, 0],
        [0, 0],
        [0, 1],
      ],
    );
  }),
  it('uses the zone of the project, which has figures of its own (D-1001)', async (world) => {
    const owner = await world.owner();
    const other = await world.owner();
    await pastMail(world, owner, { at: '2026-06-01T23:30:00Z' });
    await world.sql(`update projects set timezone = 'Asia/Tokyo' where id = $1`, [owner.project.id]);
    const period = 'from=2026-06-02&to=2026-06-03';
    answeredWhole(await owner.key.get(`${path}?${period}`), 200, [
      { ...none, date: '2026-06-02', accepted: 1, emails: 1 },
    ]);
    answeredWhole(await other.key.get(`${path}?${period}`), 200, [{ date: '2026-06-02', ...none }]);
  }),
  it('refuses what it cannot parse, a year and more, and hours of more than 31 days (D-1001, D-1002, D-1020)', async (world) => {
    const { key } = await world.own();
    const more = [
      ['interval=week', 'interval'],
      ['stream=ALLES', 'stream'],
      ['interval=hour&from=2026-01-01&to=2026-03-01', 'from'],
    ] as const;
    for (const [query, parameter] of [...badPeriods, ...more]) {
      refused(await key.get(`${path}?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
