import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { flip, record } from '../events/record.ts';
import { answeredWhole, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { badPeriods } from './past-mails.ts';

const path = '/analytics/top-events';

export const topEvents = entry(
  'GET /analytics/top-events',
  projectEndpoint({ endpoint: 'GET /analytics/top-events', status: 200, request: async () => ({ path }) }),
  it('lists custom names, most frequent first, with the change against the period before (D-1022)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('top');
    const { contact } = await record(owner, 'visit', email);
    await record(owner, 'visit', email);
    await record(owner, 'visit', email);
    await record(owner, 'leave', email);
    await flip(owner, email);
    await world.sql(
      `insert into events (project_id, created_at, id, contact_id, name)
       select $1, date_trunc('milliseconds', now() - interval '40 days'), gen_random_uuid(), $2, 'visit' from generate_series(1, 2)`,
      [owner.project.id, contact],
    );
    await world.sql(
      `insert into event_counts (project_id, day, name, gap, count) values ($1, (now() at time zone 'UTC' - interval '40 days')::date, 'visit', 100, 2)`,
      [owner.project.id],
    );
    answeredWhole(await owner.key.get(path), 200, [
      { name: 'visit', count: 3, trend: 50 },
      { name: 'leave', count: 1, trend: null },
    ]);
    answeredWhole(await owner.key.get(`${path}?limit=1`), 200, [{ name: 'visit', count: 3, trend: 50 }]);
    for (const name of ['a', 'b', 'c', 'd']) await record(owner, name, email);
    const namesOf = async (query: string) =>
      (await owner.key.get(`${path}${query}`)).body.map(({ name }: { name: string }) => name);
    assert.equal((await namesOf('')).length, 5);
    assert.deepEqual((await namesOf('?limit=500')).toSorted(), ['a', 'b', 'c', 'd', 'leave', 'visit']);
    assert.deepEqual(await namesOf('?limit=0'), ['visit']);
    answeredWhole(await owner.key.get(`${path}?from=2020-01-01&to=2020-02-01`), 200, []);
    answeredWhole(await (await world.owner()).key.get(path), 200, []);
  }),
  it('refuses what it cannot parse', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of badPeriods) {
      refused(await key.get(`${path}?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
