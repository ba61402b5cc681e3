import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isUuid7, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { record } from './record.ts';

export const deleteEvent = entry(
  'DELETE /events/:eventName',
  projectEndpoint({
    endpoint: 'DELETE /events/:eventName',
    status: 200,
    request: async () => ({ path: '/events/purchase' }),
  }),
  it('deletes every event of the name in this project alone; contacts and later events stay (D-415)', async (world) => {
    const owner = await world.owner();
    const other = await world.owner();
    const email = newEmail('event');
    const { contact } = await record(owner, 'a/b', email);
    await record(owner, 'a/b');
    await record(owner, 'kept', email);
    await record(other, 'a/b');
    const reply = await owner.key.delete('/events/a%2Fb');
    answered(reply, 200);
    assert.deepEqual(reply.body, { deletedCount: 2 });
    assert.deepEqual((await owner.key.get('/events/names')).body, { eventNames: ['kept'] });
    answered(await owner.key.get('/events'), 200, { total: 1 });
    answered(await owner.key.get(`/contacts/${contact}`), 200, { email });
    answered(await other.key.get('/events'), 200, { total: 1 });
    await record(owner, 'a/b', email);
    answered(await owner.key.get('/events/a%2Fb/usage'), 200, { totalCount: 1, uniqueContacts: 1 });
  }),
  it('returns 0 for a name never seen, and deletes names that are words of other paths', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.delete('/events/never'), 200, { deletedCount: 0 });
    for (const name of ['names', 'stats', 'track', 'contact']) {
      await record(owner, name);
      answeredWhole(await owner.key.delete(`/events/${name}`), 200, { deletedCount: 1 });
    }
  }),
  it('refuses reserved names, aliases included (D-415)', async (world) => {
    const { key } = await world.own();
    for (const name of ['email.open', 'email.opened', 'email.anything', 'contact.subscribed', 'segment.vip.entry']) {
      refused(await key.delete(`/events/${name}`), 400, 'EVENT_RESERVED', { eventName: name });
    }
  }),
  it('queues the work above 50,000 events, and the name is gone at once (D-124)', async (world) => {
    const owner = await world.owner();
    const { contact } = await record(owner, 'many');
    await world.sql(
      `insert into events (project_id, created_at, id, contact_id, name)
       select $1, date_trunc('milliseconds', now()), gen_random_uuid(), $2, 'many' from generate_series(1, 50000)`,
      [owner.project.id, contact],
    );
    const reply = await owner.key.delete('/events/many');
    answered(reply, 202, { message: 'Queued' });
    isUuid7(reply.body.jobId);
    assert.deepEqual((await owner.key.get('/events/names')).body, { eventNames: [] });
    for (let tries = 0; ; tries += 1) {
      const job = await owner.key.get(`/contacts/bulk/${reply.body.jobId}`);
      answered(job, 200, { type: 'delete-event' });
      if (job.body.state === 'completed') {
        assert.deepEqual(job.body.result, { deletedCount: 50_001 });
        break;
      }
      assert.ok(tries < 300, 'the job does not end');
      await delay(100);
    }
    answered(await owner.key.get('/events'), 200, { total: 0 });
  }),
);
