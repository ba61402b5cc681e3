import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { aList, newSegment } from '../segments/new-segment.ts';
import { answered, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { flip, record } from './record.ts';

async function namesOf(owner: Owner, path: string): Promise<string[]> {
  const reply = await owner.key.get(path);
  answered(reply, 200);
  return reply.body.data.map(({ name }: { name: string }) => name);
}

export const listEvents = entry(
  'GET /events',
  projectEndpoint({ endpoint: 'GET /events', status: 200, request: async () => ({ path: '/events' }) }),
  it('lists all events, newest first, each with its contact', async (world) => {
    const owner = await world.owner();
    const email = newEmail('event');
    for (let n = 0; n < 23; n += 1) await record(owner, `e${n}`, email);
    const first = await owner.key.get('/events');
    answered(first, 200, { hasMore: true, total: 23 });
    assert.equal(first.body.data.length, 20);
    assert.equal(first.body.data[0].name, 'e22');
    assert.deepEqual(first.body.data[0].contact, { id: first.body.data[0].contactId, email });
    const second = await owner.key.get(`/events?cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, total: 0, cursor: '' });
    assert.deepEqual(
      second.body.data.map(({ name }: { name: string }) => name),
      ['e2', 'e1', 'e0'],
    );
  }),
  it('filters by name, source, contact and period (D-416, D-418)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('event');
    const first = await record(owner, 'visit', email);
    await flip(owner, email);
    const last = await record(owner, 'visit');
    assert.deepEqual(await namesOf(owner, '/events?eventName=visit'), ['visit', 'visit']);
    assert.deepEqual(await namesOf(owner, '/events?source=platform'), ['contact.subscribed', 'contact.unsubscribed']);
    assert.deepEqual(await namesOf(owner, '/events?source=custom'), ['visit', 'visit']);
    assert.deepEqual(await namesOf(owner, '/events?source=custom&eventName=contact.subscribed'), []);
    const changed = (await owner.key.get('/events?source=platform')).body.data;
    for (const { data } of changed) assert.deepEqual(data, { source: 'api' });
    answered(await owner.key.get(`/events?contactId=${first.contact.toUpperCase()}&limit=2`), 200, { total: 3 });
    assert.equal((await namesOf(owner, `/events?contactId=${first.contact}`)).length, 3);
    assert.deepEqual(await namesOf(owner, `/events?contactId=${first.contact}&source=custom`), ['visit']);
    answered(await owner.key.get(`/events?startDate=${first.timestamp}&endDate=${last.timestamp}`), 200, { total: 4 });
    answered(await owner.key.get(`/events?endDate=${last.timestamp.slice(0, 10)}`), 200, { total: 4 });
    assert.deepEqual(await namesOf(owner, `/events?startDate=${last.timestamp}`), ['visit']);
    assert.deepEqual(await namesOf(owner, `/events?endDate=${first.timestamp}`), ['visit']);
    assert.deepEqual(await namesOf(owner, '/events?startDate=2020-01-01&endDate=2020-01-31'), []);
    answered(await owner.key.get(`/events?startDate=${first.timestamp.slice(0, 10)}`), 200, { total: 4 });
  }),
  it('ends a period with the moment or the day that is given as its end (D-119)', async (world) => {
    const owner = await world.owner();
    const { event, contact, timestamp } = await record(owner, 'visit');
    const before = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString();
    const midnight = `${timestamp.slice(0, 10)}T00:00:00.000Z`;
    for (const path of ['/events?', `/events?contactId=${contact}&`, '/events?source=custom&']) {
      answered(await owner.key.get(`${path}endDate=${timestamp}`), 200, { total: 1, data: [{ id: event }] });
      answered(await owner.key.get(`${path}endDate=${before(timestamp)}`), 200, { total: 0, data: [] });
    }
    answered(await owner.key.get(`/events/stats?endDate=${timestamp}`), 200, [{ count: 1 }]);
    answered(await owner.key.get(`/events/stats?endDate=${before(timestamp)}`), 200, []);
    await world.sql('update events set created_at = $1 where id = $2', [midnight, event]);
    answered(await owner.key.get(`/events?endDate=${midnight.slice(0, 10)}`), 200, { data: [{ id: event }] });
    answered(await owner.key.get(`/events?endDate=${before(midnight).slice(0, 10)}`), 200, { data: [] });
  }),
  it('finds events of a segment under its present and its former name (D-419)', async (world) => {
    const owner = await world.owner();
    const list = await newSegment(owner, { ...aList, name: 'Gold', trackMembership: true });
    const add = (email: string) =>
      owner.key.post(`/segments/${list.id}/members`, { emails: [email], createMissing: true });
    answered(await add('one@former.example'), 200);
    answered(await owner.key.patch(`/segments/${list.id}`, { name: 'Platinum' }), 200);
    answered(await add('two@former.example'), 200);
    const both = ['segment.platinum.entry', 'segment.gold.entry'];
    for (const name of both) {
      assert.deepEqual(await namesOf(owner, `/events?eventName=${name}`), both);
      assert.deepEqual(await namesOf(owner, `/events?eventName=${name}&source=platform`), both);
      const first = await owner.key.get(`/events?eventName=${name}&limit=1`);
      answered(first, 200, { total: 2, hasMore: true });
      assert.deepEqual(await namesOf(owner, `/events?eventName=${name}&limit=1&cursor=${first.body.cursor}`), [
        both[1],
      ]);
      const { contactId } = first.body.data[0];
      assert.deepEqual(await namesOf(owner, `/events/contact/${contactId}?eventName=${name}`), [both[0]]);
      const usage = await owner.key.get(`/events/${name}/usage`);
      answered(usage, 200, { eventName: name, totalCount: 2, uniqueContacts: 2, canDelete: false });
    }
    const kept = (await owner.key.get('/events?eventName=segment.gold.entry')).body.data;
    assert.deepEqual(
      kept.map(({ data }: { data: unknown }) => data),
      [
        { segmentId: list.id, segmentName: 'Platinum', slug: 'platinum' },
        { segmentId: list.id, segmentName: 'Gold', slug: 'gold' },
      ],
    );
    assert.deepEqual(await namesOf(owner, '/events?eventName=segment.silver.entry'), []);
  }),
  it('finds an event by either of its names', async (world) => {
    const owner = await world.owner();
    const { event } = await record(owner, 'visit');
    await world.sql(`update events set name = 'email.open' where id = $1`, [event]);
    for (const name of ['email.open', 'email.opened'])
      assert.deepEqual(await namesOf(owner, `/events?eventName=${name}`), ['email.open']);
  }),
  it('shows nothing for a contact that is unknown, malformed or foreign', async (world) => {
    const { key } = await world.own();
    const foreign = await record(await world.owner(), 'visit');
    for (const id of [foreign.contact, 'nonsense', '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77']) {
      const reply = await key.get(`/events?contactId=${id}`);
      answered(reply, 200);
      assert.deepEqual(reply.body, { data: [], cursor: '', hasMore: false, total: 0 });
    }
  }),
  it('refuses what it cannot parse (D-119)', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of [
      ['source=mine', 'source'],
      ['startDate=yesterday', 'startDate'],
      ['endDate=2026-03-01T09:00:00', 'endDate'],
      ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
      ['cursor=nonsense', 'cursor'],
    ]) {
      refused(await key.get(`/events?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);

const ofContactSubject = {
  endpoint: 'GET /events/contact/:contactId',
  status: 200,
  request: async (_world: unknown, owner: Owner) => ({
    path: `/events/contact/${(await record(owner, 'visit')).contact}`,
  }),
} as const;

export const contactEvents = entry(
  'GET /events/contact/:contactId',
  projectEndpoint(ofContactSubject),
  unknownIds(ofContactSubject, {
    idOf: (path) => path.slice('/events/contact/'.length),
    code: 'CONTACT_NOT_FOUND',
    resource: 'contact',
    foreign: async (world) => (await record(await world.owner(), 'visit')).contact,
    caller: async (world) => (await world.own()).key,
  }),
  it('lists the events of one contact alone, and filters them (D-412)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('event');
    const { contact } = await record(owner, 'visit', email);
    await record(owner, 'leave', email);
    await flip(owner, email);
    await record(owner, 'visit');
    const path = `/events/contact/${contact}`;
    assert.deepEqual(await namesOf(owner, path), ['contact.subscribed', 'contact.unsubscribed', 'leave', 'visit']);
    assert.deepEqual(await namesOf(owner, `${path}?eventName=visit`), ['visit']);
    assert.deepEqual(await namesOf(owner, `${path}?source=custom`), ['leave', 'visit']);
    const first = await owner.key.get(`${path}?limit=3`);
    answered(first, 200, { total: 4, hasMore: true });
    assert.ok(!('contact' in first.body.data[0]));
    answered(await owner.key.get(`${path}?cursor=${first.body.cursor}`), 200, { total: 0, hasMore: false, cursor: '' });
  }),
);
