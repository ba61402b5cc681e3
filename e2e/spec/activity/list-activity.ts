import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { record } from '../events/record.ts';
import { answered, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';

export const listActivity = entry(
  'GET /activity',
  projectEndpoint({ endpoint: 'GET /activity', status: 200, request: async () => ({ path: '/activity' }) }),
  it('lists what happened, newest first, page by page (D-1010)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('activity');
    const { contact, event } = await record(owner, 'signup', email);
    await owner.key.patch(`/contacts/${contact}`, { subscribed: false });
    const first = await owner.key.get('/activity?limit=1');
    answered(first, 200, { hasMore: true, total: 2 });
    assert.equal(first.body.data[0].type, 'contact.unsubscribed');
    assert.equal(first.body.data[0].metadata.source, 'api');
    const second = await owner.key.get(`/activity?limit=1&cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, cursor: '', total: 0 });
    const [{ id, type, contactId, contactEmail, metadata }] = second.body.data;
    assert.deepEqual([id, type, contactId, contactEmail], [`${event}_triggered`, 'event.triggered', contact, email]);
    assert.deepEqual([metadata.eventId, metadata.eventName], [event, 'signup']);
  }),
  it('filters by type, contact and period', async (world) => {
    const owner = await world.owner();
    const { contact } = await record(owner, 'signup');
    await owner.key.patch(`/contacts/${contact}`, { subscribed: false });
    const other = await record(owner, 'signup');
    const total = async (query: string): Promise<number> => (await owner.key.get(`/activity?${query}`)).body.total;
    assert.equal(await total('types=contact.unsubscribed'), 1);
    assert.equal(await total('types=contact.unsubscribed,event.triggered'), 3);
    assert.equal(await total(`contactId=${other.contact}`), 1);
    assert.equal(await total('contactId=nobody'), 0);
    assert.equal(await total('startDate=2020-01-01&endDate=2020-01-31'), 0);
    assert.equal(await total('mode=all'), 3);
  }),
  it('refuses what it does not understand, and filters that it does not have (D-1001, D-1002, D-1017)', async (world) => {
    const { key } = await world.owner();
    const refuses = async (query: string, parameter: string): Promise<void> =>
      refused(await key.get(`/activity?${query}`), 400, 'BAD_REQUEST', { parameter });
    await refuses('types=email.read', 'types');
    await refuses('mode=both', 'mode');
    await refuses('tz=Mars', 'tz');
    await refuses('from=yesterday', 'from');
    await refuses('from=2026-02-01&to=2026-01-01', 'from');
    await refuses('from=2020-01-01', 'from');
    await refuses('cursor=x', 'cursor');
    await refuses('campaignId=x', 'campaignId');
    await refuses('workflowId=x', 'workflowId');
  }),
);
