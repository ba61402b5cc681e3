import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answered, answeredWhole, includes, invalid } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import { finishedJob } from './job.ts';
import { newContact } from './new-contact.ts';

type Operation = 'subscribe' | 'unsubscribe' | 'delete';

async function runBulk(owner: Owner, operation: Operation, body: object) {
  const reply = await owner.key.post(`/contacts/bulk-${operation}`, body);
  answered(reply, 202, { message: 'Queued' });
  const job = await finishedJob(owner, reply.body.jobId);
  includes(job, { type: `bulk-${operation}`, state: 'completed', progress: 100, failedReason: null });
  const { totalRequested, successCount, unchangedCount, failureCount } = job.result;
  assert.equal(successCount + unchangedCount + failureCount, totalRequested);
  return job.result;
}

/** Counts and events after one of two contacts was changed, the one with the field `plan`. */
async function checkTraces({ key }: Owner, operation: Operation, contactId: string): Promise<void> {
  const isDelete = operation === 'delete';
  const subscribed = operation === 'subscribe' ? 2 : 0;
  answered(await key.get('/contacts?subscribed=true'), 200, { total: subscribed });
  answered(await key.get('/contacts'), 200, { total: isDelete ? 1 : 2 });
  includes((await key.get('/contacts/fields')).body.fields.at(-1), { field: 'data.plan', count: isDelete ? 0 : 1 });
  const { data } = (await key.get('/events')).body;
  const events = isDelete ? [] : [{ name: `contact.${operation}d`, contactId, data: { source: 'bulk' } }];
  assert.equal(data.length, events.length);
  includes(data, events);
}

/** What holds for all three (D-224, D-225). */
const bulk = (operation: Operation): Entry =>
  entry(
    `POST /contacts/bulk-${operation}`,
    projectEndpointWithBody({
      endpoint: `POST /contacts/bulk-${operation}`,
      status: 202,
      request: async () => ({ path: `/contacts/bulk-${operation}`, body: { contactIds: [randomUUID()] } }),
    }),
    it('acts on the named contacts and reports those that are not there', async (world) => {
      const owner = await world.owner();
      const contact = await newContact(owner, { subscribed: operation !== 'subscribe', data: { plan: 'pro' } });
      const other = await newContact(owner, { subscribed: operation === 'subscribe' });
      const neighbour = await world.owner();
      const foreign = await newContact(neighbour);
      const ids = [contact.id, contact.id.toUpperCase(), foreign.id];
      assert.deepEqual(await runBulk(owner, operation, { contactIds: ids, ids: ['ignored'] }), {
        operation,
        totalRequested: 2,
        successCount: 1,
        unchangedCount: 0,
        failureCount: 1,
        errors: [{ contactId: foreign.id, email: null, error: 'Contact not found' }],
      });
      const left = await owner.key.get(`/contacts/${contact.id}`);
      assert.equal(left.status, operation === 'delete' ? 404 : 200);
      if (operation !== 'delete') assert.equal(left.body.subscribed, operation === 'subscribe');
      const again = await runBulk(owner, operation, { mode: 'ids', ids: [contact.id] });
      includes(again, { successCount: 0, unchangedCount: operation === 'delete' ? 0 : 1 });
      assert.equal((await owner.key.get(`/contacts/${contact.id}`)).body.updatedAt, left.body.updatedAt);
      answered(await owner.key.get(`/contacts/${other.id}`), 200, { updatedAt: other.updatedAt });
      answeredWhole(await neighbour.key.get(`/contacts/${foreign.id}`), 200, foreign);
      await checkTraces(owner, operation, contact.id);
    }),
    it('acts on all that a list would show, less the excluded', async (world) => {
      const owner = await world.owner();
      const subscribed = operation !== 'subscribe';
      const spared = await newContact(owner, { email: 'one@match.example', subscribed });
      await newContact(owner, { email: 'two@match.example', subscribed });
      await newContact(owner, { email: 'three@match.example', subscribed: !subscribed });
      await newContact(owner, { email: 'four@other.example', subscribed });
      includes(await runBulk(await world.owner(), operation, { mode: 'query', filter: { search: '' } }), {
        totalRequested: 0,
        errors: [],
      });
      const filter = { search: ' MATCH', subscribed };
      const result = await runBulk(owner, operation, { mode: 'query', filter, excludeIds: [spared.id] });
      includes(result, { totalRequested: 1, successCount: 1, errors: [] });
      includes(await runBulk(owner, operation, { mode: 'query', filter: {} }), {
        totalRequested: operation === 'delete' ? 3 : 4,
      });
    }),
    it('refuses what names no contacts', async (world) => {
      const { key } = await world.own();
      const many = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
      const post = (body: object) => key.post(`/contacts/bulk-${operation}`, body);
      invalid(await post({}), ['contactIds', 'required']);
      invalid(await post({ mode: 'ids', contactIds: null }), ['contactIds', 'required']);
      invalid(await post({ contactIds: [] }), ['contactIds', 'too_small']);
      invalid(await post({ ids: [] }), ['ids', 'too_small']);
      invalid(await post({ contactIds: [1] }), ['contactIds.0', 'invalid_type']);
      invalid(await post({ contactIds: many(1_001) }), ['contactIds', 'too_big']);
      invalid(await post({ contactIds: [randomUUID(), 'x'] }), ['contactIds.1', 'invalid_string']);
      invalid(await post({ mode: 'all' }), ['mode', 'invalid_enum_value']);
      invalid(await post({ mode: 'query', contactIds: many(1) }), ['filter', 'required']);
      invalid(await post({ mode: 'query', filter: 'all' }), ['filter', 'invalid_type']);
      invalid(await post({ mode: 'query', filter: { subscribed: 'yes' } }), ['filter.subscribed', 'invalid_type']);
      invalid(await post({ mode: 'query', filter: {}, excludeIds: ['x'] }), ['excludeIds.0', 'invalid_string']);
      invalid(await post({ mode: 'query', filter: {}, excludeIds: many(10_001) }), ['excludeIds', 'too_big']);
      answered(await post({ contactIds: many(1_000) }), 202);
      answered(await post({ mode: 'query', filter: {}, excludeIds: many(10_000) }), 202);
    }),
  );

export const bulkEntries: readonly Entry[] = [bulk('subscribe'), bulk('unsubscribe'), bulk('delete')];
