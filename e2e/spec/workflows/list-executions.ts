import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '@postrider/server/testing/client';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import {
  type EnabledWorkflow,
  type ExecutionBody,
  enabledWorkflow,
  executionsPath,
  started,
  untilStatus,
} from './new-execution.ts';
import { aDelay, idInPath, requestOf } from './new-workflow.ts';

const subject = {
  endpoint: 'GET /workflows/:id/executions',
  status: 200,
  request: requestOf('/executions'),
} as const;

const ids = (reply: Reply): string[] => reply.body.data.map(({ id }: { id: string }) => id);

let made: Promise<EnabledWorkflow & { oldest: ExecutionBody; cancelled: ExecutionBody; newest: ExecutionBody }>;

/** A workflow with three executions: two that wait, the newest with another version, and one cancelled between them. */
async function withExecutions(world: World) {
  const owner = await world.own();
  made ??= (async () => {
    const workflow = await enabledWorkflow(owner, {}, aDelay);
    const { id } = workflow;
    const [oldest, cancelled] = [await started(owner, id), await started(owner, id)];
    await untilStatus(owner, id, oldest.id, 'WAITING');
    answered(await owner.key.delete(executionsPath(id, `/${cancelled.id}`)), 200);
    const path = `/workflows/${id}/steps/${workflow.steps[0]?.id}`;
    answered(await owner.key.patch(path, { config: { amount: 3, unit: 'days' } }), 200);
    const newest = await started(owner, id);
    await untilStatus(owner, id, newest.id, 'WAITING');
    return { ...workflow, oldest, cancelled, newest };
  })();
  return { ...(await made), key: owner.key };
}

export const listExecutions = entry(
  'GET /workflows/:id/executions',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('lists active and finished executions, the newest first, in two equal arrays, without their context (D-931)', async (world) => {
    const { id, key, oldest, cancelled, newest, steps } = await withExecutions(world);
    const reply = await key.get(executionsPath(id));
    answered(reply, 200, { total: 3, page: 1, pageSize: 20, totalPages: 1, cursor: '', hasMore: false });
    assert.deepEqual(ids(reply), [newest.id, cancelled.id, oldest.id]);
    assert.deepEqual(reply.body.executions, reply.body.data);
    const [first] = reply.body.data;
    const whole = (await key.get(executionsPath(id, `/${newest.id}`))).body;
    const inOneAlone = ['context', 'stepExecutions', 'snapshot', 'workflow'];
    const record = Object.fromEntries(Object.entries(whole).filter(([name]) => !inOneAlone.includes(name)));
    assert.deepEqual(first, record);
    assert.deepEqual(first.currentStep, { id: steps[0]?.id, name: 'Delay', type: 'DELAY' });
    assert.equal(whole.contact.id, newest.contactId);
  }),
  it('filters by status, contact, step and version (D-931)', async (world) => {
    const { id, key, oldest, cancelled, newest, steps } = await withExecutions(world);
    const { body: all } = await key.get(executionsPath(id));
    const [version, earlier] = [all.data[0].workflowVersion, all.data[2].workflowVersion];
    for (const [query, found] of [
      ['status=WAITING', [newest.id, oldest.id]],
      ['status=CANCELLED,WAITING', [newest.id, cancelled.id, oldest.id]],
      ['status=COMPLETED', []],
      [`contactId=${cancelled.contactId}`, [cancelled.id]],
      [`contactId=${cancelled.contactId.toUpperCase()}&status=WAITING`, []],
      [`stepId=${steps[0]?.id}`, [newest.id, oldest.id]],
      [`stepId=${steps[0]?.id}&version=${version}`, [newest.id]],
      [`stepId=${steps[0]?.id}&status=CANCELLED`, []],
      [`version=${version}`, [newest.id]],
      [`version=${earlier}`, [cancelled.id, oldest.id]],
      [`version=${earlier}&status=WAITING`, [oldest.id]],
      [`contactId=${randomUUID()}`, []],
      ['contactId=nonsense', []],
      ['stepId=nonsense', []],
    ] as const) {
      const reply = await key.get(executionsPath(id, `?${query}`));
      answered(reply, 200, { total: found.length });
      assert.deepEqual(ids(reply), found, query);
    }
    refused(await key.get(executionsPath(id, '?status=SLEEPING')), 400, 'BAD_REQUEST', { parameter: 'status' });
    refused(await key.get(executionsPath(id, '?version=two')), 400, 'BAD_REQUEST', { parameter: 'version' });
  }),
  it('shows an execution whose contact was deleted without it (D-931)', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const { contactId } = await started(owner, id);
    answered(await owner.key.delete(`/contacts/${contactId}`), 204);
    answered(await owner.key.get(executionsPath(id)), 200, { data: [{ contactId: null, contact: null }] });
  }),
  it('is paged by number and by cursor (D-931, D-945)', async (world) => {
    const { id, key, oldest, cancelled, newest } = await withExecutions(world);
    const second = await key.get(executionsPath(id, '?page=2&pageSize=2'));
    answered(second, 200, { total: 3, page: 2, pageSize: 2, totalPages: 2, cursor: '', hasMore: false });
    assert.deepEqual(ids(second), [oldest.id]);
    answered(await key.get(executionsPath(id, '?page=9')), 200, { data: [], executions: [], total: 3 });
    answered(await key.get(executionsPath(id, '?page=101&pageSize=100')), 200, { data: [], hasMore: false });
    const first = await key.get(executionsPath(id, '?cursor=&pageSize=2'));
    answered(first, 200, { hasMore: true });
    assert.deepEqual(ids(first), [newest.id, cancelled.id]);
    const rest = await key.get(executionsPath(id, `?pageSize=2&cursor=${first.body.cursor}`));
    answered(rest, 200, { hasMore: false, cursor: '', total: 3 });
    assert.deepEqual(ids(rest), [oldest.id]);
    refused(await key.get(executionsPath(id, '?cursor=nonsense')), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
);
