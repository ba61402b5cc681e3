import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import type { Entry } from '../entry.ts';
import { entry, it } from '../entry.ts';
import { answered, includes, invalid } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import { finishedJob } from './job.ts';
import { newContact } from './new-contact.ts';

type Operation = 'subscribe' | 'unsubscribe' | 'delete';

async function ran(owner: Owner, operation: Operation, body: object) {
  const reply = await owner.key.post(`/contacts/bulk-${operation}`, body);
  answered(reply, 202, { message: 'Queued' });
  const job = await finishedJob(owner, reply.body.jobId);
  includes(job, { type: `bulk-${operation}`, state: 'completed', progress: 100, failedReason: null });
  const { totalRequested, successCount, unchangedCount, failureCount } = job.result;
  assert.equal(successCount + unchangedCount + failureCount, totalRequested);
  return job.result;
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
      const contact = await newContact(owner, { subscribed: operation !== 'subscribe' });
      const other = await newContact(owner, { subscribed: operation === 'subscribe' });
      const foreign = await newContact(await world.owner());
      const ids = [contact.id, contact.id.toUpperCase(), foreign.id];
      assert.deepEqual(await ran(owner, operation, { contactIds: ids, ids: ['ignored'] }), {
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
      const again = await ran(owner, operation, { mode: 'ids', ids: [contact.id] });
      includes(again, { successCount: 0, unchangedCount: operation === 'delete' ? 0 : 1 });
      answered(await owner.key.get(`/contacts/${other.id}`), 200, { updatedAt: other.updatedAt });
    }),
    it('acts on all that a list would show, less the excluded', async (world) => {
      const owner = await world.owner();
      const subscribed = operation !== 'subscribe';
      const spared = await newContact(owner, { email: 'one@match.example', subscribed });
      await newContact(owner, { email: 'two@match.example', subscribed });
      await newContact(owner, { email: 'three@match.example', subscribed: !subscribed });
      await newContact(owner, { email: 'four@other.example', subscribed });
      const filter = { search: 'MATCH', subscribed };
      const result = await ran(owner, operation, { mode: 'query', filter, excludeIds: [spared.id] });
      includes(result, { totalRequested: 1, successCount: 1, errors: [] });
      includes(await ran(owner, operation, { mode: 'query', filter: {} }), {
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
      invalid(await post({ contactIds: many(1_001) }), ['contactIds', 'too_big']);
      invalid(await post({ contactIds: [randomUUID(), 'x'] }), ['contactIds.1', 'invalid_string']);
      invalid(await post({ mode: 'all' }), ['mode', 'invalid_enum_value']);
      invalid(await post({ mode: 'query' }), ['filter', 'required']);
      invalid(await post({ mode: 'query', filter: {}, excludeIds: many(10_001) }), ['excludeIds', 'too_big']);
    }),
  );

export const bulkEntries: readonly Entry[] = [bulk('subscribe'), bulk('unsubscribe'), bulk('delete')];
