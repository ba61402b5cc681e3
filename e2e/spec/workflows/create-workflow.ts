import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, isInstant, isUuid7 } from '../world/expect.ts';
import { aWorkflow } from './new-workflow.ts';

export const createWorkflow = entry(
  'POST /workflows',
  projectEndpointWithBody({
    endpoint: 'POST /workflows',
    status: 201,
    request: async () => ({ path: '/workflows', body: { ...aWorkflow } }),
  }),
  it('returns 201 with the whole workflow: disabled, waiting for an event, with its trigger as the only step (D-905, D-906, D-918)', async (world) => {
    const { key, project } = await world.own();
    const given = { ...aWorkflow, name: ' Onboarding ', enabled: true, triggerType: 'MANUAL' };
    const reply = await key.post('/workflows', given);
    const { id, createdAt, steps } = reply.body;
    isUuid7(id);
    isUuid7(steps[0].id);
    isInstant(createdAt);
    const expected = {
      id,
      name: 'Onboarding',
      description: null,
      enabled: false,
      triggerType: 'EVENT',
      triggerConfig: { eventName: 'signup' },
      allowReentry: false,
      pausedAt: null,
      pausedReason: null,
      version: 1,
      activeByVersion: [],
      problems: [{ level: 'warning', stepId: null, code: 'NO_STEPS', message: reply.body.problems[0].message }],
      projectId: project.id,
      createdAt,
      updatedAt: createdAt,
      steps: [
        {
          id: steps[0].id,
          workflowId: id,
          type: 'TRIGGER',
          name: 'Trigger',
          position: { x: 0, y: 0 },
          config: { eventName: 'signup' },
          templateId: null,
          template: null,
          outgoingTransitions: [],
          incomingTransitions: [],
          createdAt,
          updatedAt: createdAt,
        },
      ],
      transitions: [],
    };
    answeredWhole(reply, 201, expected);
    answeredWhole(await key.get(`/workflows/${id}`), 200, expected);
  }),
  it('takes the event name from either place, or none (D-918)', async (world) => {
    const { key } = await world.own();
    const nested = await key.post('/workflows', { name: 'A', triggerConfig: { eventName: 'bought' } });
    answered(nested, 201, { triggerConfig: { eventName: 'bought' } });
    const both = await key.post('/workflows', { name: 'A', eventName: ' own ', triggerConfig: { eventName: 'other' } });
    answered(both, 201, { triggerConfig: { eventName: 'own' } });
    const none = await key.post('/workflows', { name: 'A' });
    answered(none, 201, { triggerConfig: { eventName: null } });
    const codes = none.body.problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['EVENT_MISSING', 'NO_STEPS']);
  }),
  it('keeps every field within its limits', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/workflows', {}), ['name', 'required']);
    for (const [field, value, code] of [
      ['name', '', 'too_small'],
      ['name', 'x'.repeat(101), 'too_big'],
      ['name', 7, 'invalid_type'],
      ['description', 'x'.repeat(501), 'too_big'],
      ['eventName', '', 'too_small'],
      ['eventName', 'x'.repeat(256), 'too_big'],
      ['eventName', 'a\u0007b', 'invalid_string'],
      ['allowReentry', 'yes', 'invalid_type'],
    ] as const) {
      invalid(await key.post('/workflows', { ...aWorkflow, [field]: value }), [field, code]);
    }
    const full = { name: '😀'.repeat(100), description: 'd'.repeat(500), allowReentry: true };
    answered(await key.post('/workflows', { ...aWorkflow, ...full }), 201, full);
  }),
);
