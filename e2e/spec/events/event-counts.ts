import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { newSegment } from '../segments/new-segment.ts';
import { answered, answeredWhole, isInstant, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { flip, record } from './record.ts';

const words = { alsoServed: ['DELETE'] };

export const eventStats = entry(
  'GET /events/stats',
  projectEndpoint({
    endpoint: 'GET /events/stats',
    status: 200,
    request: async () => ({ path: '/events/stats' }),
    ...words,
  }),
  it('counts events and people, most frequent first (D-411)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('event');
    for (const who of [email, email, undefined]) await record(owner, 'visit', who);
    const { timestamp } = await record(owner, 'leave', email);
    await flip(owner, email);
    const reply = await owner.key.get('/events/stats?source=custom');
    answered(reply, 200);
    assert.deepEqual(reply.body[1], { name: 'leave', count: 1, uniqueContacts: 1, lastSeenAt: timestamp });
    const { lastSeenAt, ...visit } = reply.body[0];
    isInstant(lastSeenAt);
    assert.deepEqual(visit, { name: 'visit', count: 3, uniqueContacts: 2 });
    assert.equal((await owner.key.get('/events/stats')).body.length, 4);
    assert.equal((await owner.key.get('/events/stats?source=platform')).body.length, 2);
    assert.deepEqual((await owner.key.get('/events/stats?startDate=2020-01-01&endDate=2020-12-31')).body, []);
    const since = (await owner.key.get(`/events/stats?startDate=${timestamp}&source=custom`)).body;
    assert.deepEqual(since, [{ name: 'leave', count: 1, uniqueContacts: 1, lastSeenAt: timestamp }]);
  }),
  it('shows the hundred most frequent names (D-411)', async (world) => {
    const owner = await world.owner();
    for (let n = 0; n < 101; n += 1) await record(owner, `n${n}`, 'one@stats.example');
    await record(owner, 'n100', 'one@stats.example');
    const { body } = await owner.key.get('/events/stats');
    assert.equal(body.length, 100);
    assert.equal(body[0].name, 'n100');
  }),
  it('refuses what it cannot parse', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of [
      ['source=mine', 'source'],
      ['endDate=soon', 'endDate'],
      ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
    ]) {
      refused(await key.get(`/events/stats?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);

export const eventNames = entry(
  'GET /events/names',
  projectEndpoint({
    endpoint: 'GET /events/names',
    status: 200,
    request: async () => ({ path: '/events/names' }),
    ...words,
  }),
  it('shows every name at once, by source (D-413)', async (world) => {
    const owner = await world.owner();
    assert.deepEqual((await owner.key.get('/events/names')).body, { eventNames: [] });
    const email = newEmail('event');
    await record(owner, 'visit', email);
    await flip(owner, email);
    const names = (await owner.key.get('/events/names')).body.eventNames;
    assert.deepEqual(names.toSorted(), ['contact.subscribed', 'contact.unsubscribed', 'visit']);
    assert.deepEqual((await owner.key.get('/events/names?source=custom')).body, { eventNames: ['visit'] });
    assert.equal((await owner.key.get('/events/names?source=platform')).body.eventNames.length, 2);
    refused(await owner.key.get('/events/names?source=all'), 400, 'BAD_REQUEST', { parameter: 'source' });
  }),
);

const nothing = { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [] };

export const eventUsage = entry(
  'GET /events/:eventName/usage',
  projectEndpoint({
    endpoint: 'GET /events/:eventName/usage',
    status: 200,
    request: async () => ({ path: '/events/purchase/usage' }),
  }),
  it('counts a name, decodes it once, and knows that reserved ones stay (D-414)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('event');
    for (const who of [email, email, undefined]) await record(owner, 'shop/cart add', who);
    const reply = await owner.key.get('/events/shop%2Fcart%20add/usage');
    answered(reply, 200);
    const counts = { totalCount: 3, uniqueContacts: 2, canDelete: true };
    assert.deepEqual(reply.body, { eventName: 'shop/cart add', ...nothing, ...counts });
    const none = { totalCount: 0, uniqueContacts: 0 };
    answeredWhole(await owner.key.get('/events/never/usage'), 200, {
      eventName: 'never',
      ...nothing,
      ...none,
      canDelete: true,
    });
    for (const name of ['email.open', 'email.opened', 'contact.subscribed', 'segment.vip.exit']) {
      const eventName = name === 'email.opened' ? 'email.open' : name;
      answered(await owner.key.get(`/events/${name}/usage`), 200, { eventName, ...none, canDelete: false });
    }
    const filters = [{ field: 'event.shop/cart add', operator: 'triggered' }];
    const { id, name } = await newSegment(owner, {
      name: 'Buyers',
      condition: { logic: 'AND', groups: [{ filters }] },
    });
    answered(await owner.key.get('/events/shop%2Fcart%20add/usage'), 200, { usedInSegments: [{ id, name }] });
  }),
);

export const usageOfContact = entry(
  'GET /events/contact/usage',
  it('is the usage of an event called contact (D-412)', async (world) => {
    const owner = await world.owner();
    await record(owner, 'contact');
    const reply = await owner.key.get('/events/contact/usage');
    answered(reply, 200, { eventName: 'contact', totalCount: 1, uniqueContacts: 1 });
  }),
);
