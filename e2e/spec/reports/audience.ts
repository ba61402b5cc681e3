import assert from 'node:assert/strict';
import { newContact } from '../contacts/new-contact.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { flip, record } from '../events/record.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { badPeriods } from './past-mails.ts';

const path = '/analytics/audience';
const none = { created: 0, deleted: 0, subscribed: 0, unsubscribed: 0, bySource: {} };

export const audience = entry(
  'GET /analytics/audience',
  projectEndpoint({ endpoint: 'GET /analytics/audience', status: 200, request: async () => ({ path }) }),
  it('has an entry for each day, and counts contacts that come, go and change, in every mode (D-1002, D-1025)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('audience');
    await newContact(owner, { email });
    await flip(owner, email);
    await owner.key.post('/contacts', { email, subscribed: true }); // changes nothing
    await record(owner, 'visit');
    const { id } = await newContact(owner, { email: newEmail('gone'), subscribed: false });
    answered(await owner.key.delete(`/contacts/${id}`), 204);
    for (const mode of ['live', 'test', 'all']) {
      const reply = await owner.key.get(`${path}?mode=${mode}`);
      answered(reply, 200);
      assert.equal(reply.body.length, 31);
      const { date: _date, ...today } = reply.body.at(-1);
      const counts = { created: 3, deleted: 1, subscribed: 1, unsubscribed: 1 };
      assert.deepEqual(today, { ...counts, bySource: { api: 2, track: 1 } });
      const { date: _first, ...before } = reply.body[0];
      assert.deepEqual(before, none);
    }
  }),
  it('cuts days at the midnights of the zone, and shows a project its own contacts (D-1025)', async (world) => {
    const owner = await world.owner();
    await world.sql(
      `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
       select $1, gen_random_uuid(), n || '@people.example', true, 'import', '2026-06-01T18:15:00Z', now() from generate_series(1, 3) n`,
      [owner.project.id],
    );
    const days = 'from=2026-06-01&to=2026-06-03';
    const came = { ...none, created: 3, bySource: { import: 3 } };
    answeredWhole(await owner.key.get(`${path}?${days}&tz=Asia/Kathmandu`), 200, [
      { date: '2026-06-01', ...none },
      { date: '2026-06-02', ...came },
    ]);
    answeredWhole(await owner.key.get(`${path}?${days}&tz=UTC`), 200, [
      { date: '2026-06-01', ...came },
      { date: '2026-06-02', ...none },
    ]);
    answeredWhole(await (await world.owner()).key.get(`${path}?${days}&tz=UTC`), 200, [
      { date: '2026-06-01', ...none },
      { date: '2026-06-02', ...none },
    ]);
  }),
  it('refuses what it cannot parse', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of [...badPeriods, ['stream=ALLES', 'stream']] as const) {
      refused(await key.get(`${path}?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
