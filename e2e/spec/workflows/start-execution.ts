import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newContact } from '../contacts/new-contact.ts';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { isPro } from '../segments/new-segment.ts';
import { answered, answeredWhole, invalid, isInstant, isUuid7, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { enabledWorkflow, executionsPath, started, untilStatus } from './new-execution.ts';
import { aDelay, anExit, idInPath, newWorkflow } from './new-workflow.ts';

const contactOf = (owner: Owner) => newContact(owner, { email: newEmail('enters') });

const subject = {
  endpoint: 'POST /workflows/:id/executions',
  status: 201,
  request: async (_world: World, owner: Owner) => ({
    path: executionsPath((await enabledWorkflow(owner, {}, aDelay)).id),
    body: { contactId: (await contactOf(owner)).id },
  }),
} as const;

export const startExecution = entry(
  'POST /workflows/:id/executions',
  projectEndpointWithBody(subject),
  unknownIds(subject, idInPath),
  it('returns 201 with the execution, RUNNING at the trigger (D-930)', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const workflow = (await owner.key.get(`/workflows/${id}`)).body;
    const contact = await contactOf(owner);
    const given = {
      email: ` ${contact.email.toUpperCase()} `,
      context: { plan: 'pro', list: [1, { a: null }] },
      key: 'k 1',
    };
    const reply = await owner.key.post(executionsPath(id), given);
    const { id: executionId, startedAt } = reply.body;
    isUuid7(executionId);
    isInstant(startedAt);
    answeredWhole(reply, 201, {
      id: executionId,
      workflowId: id,
      workflowVersion: workflow.version,
      contactId: contact.id,
      status: 'RUNNING',
      currentStepId: workflow.steps[0].id,
      dueAt: null,
      waitingFor: null,
      exitReason: null,
      context: given.context,
      trigger: { type: 'MANUAL', eventId: null, eventName: null, scheduledAt: null },
      key: 'k 1',
      startedAt,
      completedAt: null,
      createdAt: startedAt,
      updatedAt: startedAt,
    });
  }),
  it('works for every type of trigger (D-930)', async (world) => {
    const owner = await world.own();
    for (const trigger of [
      { triggerType: 'MANUAL' },
      { triggerType: 'EVENT', triggerConfig: { eventName: 'other' } },
      { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 1 1 *', audienceCondition: isPro } },
    ]) {
      const { id } = await enabledWorkflow(owner, {}, anExit);
      answered(await owner.key.patch(`/workflows/${id}`, trigger), 200);
      const { id: executionId } = await started(owner, id);
      await untilStatus(owner, id, executionId, 'EXITED');
    }
  }),
  it('keeps every field within its limits (D-930)', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const contact = await contactOf(owner);
    const post = (body: object) => owner.key.post(executionsPath(id), body);
    invalid(await post({}), ['contactId', 'required']);
    invalid(await post({ contactId: contact.id, email: contact.email }), ['contactId', 'custom']);
    invalid(await post({ contactId: 'nonsense' }), ['contactId', 'invalid_string']);
    invalid(await post({ email: 'nonsense' }), ['email', 'invalid_string']);
    const tooLarge = { text: 'x'.repeat(64 * 1_024) };
    for (const [field, value, code] of [
      ['context', [], 'invalid_type'],
      ['context', 'text', 'invalid_type'],
      ['context', tooLarge, 'too_big'],
      ['key', '', 'too_small'],
      ['key', 'x'.repeat(256), 'too_big'],
      ['key', 'é', 'invalid_string'],
      ['key', 'a\nb', 'invalid_string'],
      ['key', 7, 'invalid_type'],
    ] as const) {
      invalid(await post({ contactId: contact.id, [field]: value }), [field, code]);
    }
    answered(await post({ contactId: contact.id, key: '~'.repeat(255), context: { text: 'x'.repeat(65_000) } }), 201);
  }),
  it('refuses an unknown contact, and a workflow that is disabled or paused (D-930)', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const unknown = randomUUID();
    refused(await owner.key.post(executionsPath(id), { contactId: unknown }), 404, 'CONTACT_NOT_FOUND', {
      id: unknown,
    });
    refused(await owner.key.post(executionsPath(id), { email: newEmail('nobody') }), 404, 'CONTACT_NOT_FOUND');
    const { id: contactId } = await contactOf(owner);
    const draft = await newWorkflow(owner);
    const refusal = [400, 'WORKFLOW_DISABLED'] as const;
    refused(await owner.key.post(executionsPath(draft.id), { contactId }), ...refusal, { reason: 'DISABLED' });
    await world.sql(`update workflows set paused_at = now(), paused_reason = 'REPUTATION' where id = $1`, [id]);
    refused(await owner.key.post(executionsPath(id), { contactId }), ...refusal, { reason: 'PAUSED' });
  }),
  it('lets a contact enter once, however it ended, unless it was cancelled (D-926, D-930)', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay, anExit);
    const { id: contactId } = await contactOf(owner);
    const first = await started(owner, id, { contactId });
    const again = () => owner.key.post(executionsPath(id), { contactId });
    refused(await again(), 409, 'REENTRY_NOT_ALLOWED', { executionId: first.id });
    answered(await owner.key.delete(executionsPath(id, `/${first.id}`)), 200);
    const second = await started(owner, id, { contactId });
    refused(await again(), 409, 'REENTRY_NOT_ALLOWED', { executionId: second.id });
  }),
  it('lets a contact enter again where that is allowed, but not twice at the same time (D-926, D-930)', async (world) => {
    const owner = await world.own();
    const [waits, ends] = [
      await enabledWorkflow(owner, { allowReentry: true }, aDelay),
      await enabledWorkflow(owner, { allowReentry: true }, anExit),
    ];
    const { id: contactId } = await contactOf(owner);
    const active = await started(owner, waits.id, { contactId });
    refused(await owner.key.post(executionsPath(waits.id), { contactId }), 409, 'EXECUTION_ACTIVE', {
      executionId: active.id,
    });
    for (let time = 0; time < 10; time += 1) {
      const { id } = await started(owner, ends.id, { contactId });
      await untilStatus(owner, ends.id, id, 'EXITED');
    }
    const eleventh = await owner.key.post(executionsPath(ends.id), { contactId });
    refused(eleventh, 409, 'ENTRY_LIMIT_REACHED', { limit: 10, windowSeconds: 3_600 });
    const { problems } = (await owner.key.get(`/workflows/${ends.id}`)).body;
    assert.deepEqual(
      problems.map(({ level, code }: { level: string; code: string }) => [level, code]),
      [['warning', 'LOOP_STOPPED']],
    );
  }),
  it('returns 200 with the first execution for a repeat with the same key, whatever became of it (D-943)', async (world) => {
    const owner = await world.own();
    const [{ id }, other] = [await enabledWorkflow(owner, {}, anExit), await enabledWorkflow(owner, {}, aDelay)];
    const contact = await contactOf(owner);
    const first = await started(owner, id, { contactId: contact.id, key: 'order-1' });
    await untilStatus(owner, id, first.id, 'EXITED');
    answered(await owner.key.patch(`/workflows/${id}`, { enabled: false }), 200);
    const repeat = () => owner.key.post(executionsPath(id), { contactId: contact.id, key: 'order-1' });
    answered(await repeat(), 200, { id: first.id, status: 'EXITED', contactId: contact.id, key: 'order-1' });
    await started(owner, other.id, { key: 'order-1' });
    answered(await owner.key.delete(`/contacts/${contact.id}`), 204);
    refused(await repeat(), 404, 'CONTACT_NOT_FOUND');
  }),
);
