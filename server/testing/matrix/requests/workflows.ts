import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';
import { newEnabledWorkflow, newExecution, newStep, newTransition } from '../workflow-parts.ts';

const aWorkflow = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('workflow') } });

async function aPausedWorkflow(fixture: ProjectFixture) {
  const paused = await aWorkflow(fixture);
  const statement = `update workflows set paused_at = now(), paused_reason = 'REPUTATION' where id = $1`;
  await fixture.app.app.services.database.pool.query(statement, [paused.params.id]);
  return paused;
}

async function aStep(fixture: ProjectFixture) {
  const { params } = await aWorkflow(fixture);
  return { params: { ...params, stepId: (await newStep(fixture, params.id)).id } };
}

async function aMailStep(fixture: ProjectFixture) {
  const { params } = await aWorkflow(fixture);
  return { params: { ...params, stepId: (await newStep(fixture, params.id, { type: 'SEND_EMAIL' })).id } };
}

async function twoSteps(fixture: ProjectFixture) {
  const { params } = await aWorkflow(fixture);
  return { params, steps: [await newStep(fixture, params.id), await newStep(fixture, params.id)] };
}

async function anExecution(fixture: ProjectFixture) {
  const { id, workflowId } = await newExecution(fixture);
  return { params: { id: workflowId, executionId: id } };
}

export const workflowRequests: Requests = {
  'GET /workflows': async () => ({}),
  'POST /workflows': async ({ word }) => ({ body: { name: word, eventName: word, description: word } }),
  'GET /workflows/fields': async ({ word }) => ({ query: { eventName: word } }),
  'GET /workflows/:id': aWorkflow,
  'PATCH /workflows/:id': async (fixture) => ({
    ...(await aWorkflow(fixture)),
    body: {
      name: fixture.word,
      triggerType: 'SCHEDULE',
      triggerConfig: { schedule: '0 9 * * *', segmentId: await fixture.make('segment') },
    },
  }),
  'DELETE /workflows/:id': aWorkflow,
  'POST /workflows/:id/resume': aPausedWorkflow,
  'POST /workflows/:id/duplicate': aWorkflow,
  'POST /workflows/:id/simulate': async (fixture) => ({
    ...(await aWorkflow(fixture)),
    body: {
      contactId: await fixture.make('contact'),
      context: { word: fixture.word },
      events: [{ name: fixture.word, after: 60, data: { word: fixture.word } }],
      webhooks: { [fixture.word]: { statusCode: 200, body: { word: fixture.word } } },
    },
  }),
  'POST /workflows/:id/steps': async (fixture) => ({
    ...(await aWorkflow(fixture)),
    body: { type: 'SEND_EMAIL', name: fixture.word, templateId: await fixture.make('template') },
  }),
  'PATCH /workflows/:id/steps/:stepId': async (fixture) => ({
    ...(await aMailStep(fixture)),
    body: { name: fixture.word, templateId: await fixture.make('template') },
  }),
  'DELETE /workflows/:id/steps/:stepId': aStep,
  'POST /workflows/:id/transitions': async (fixture) => {
    const { params, steps } = await twoSteps(fixture);
    return { params, body: { fromStepId: steps[0]?.id ?? '', toStepId: steps[1]?.id ?? '' } };
  },
  'DELETE /workflows/:id/transitions/:transitionId': async (fixture) => {
    const { params, steps } = await twoSteps(fixture);
    return { params: { ...params, transitionId: (await newTransition(fixture, params.id, steps)).id } };
  },
  'POST /workflows/:id/executions': async (fixture) => ({
    params: { id: await newEnabledWorkflow(fixture) },
    body: { contactId: await fixture.make('contact'), context: { note: fixture.word }, key: fixture.word },
  }),
  'GET /workflows/:id/executions': async (fixture) => ({ params: { id: (await newExecution(fixture)).workflowId } }),
  'GET /workflows/:id/executions/:executionId': anExecution,
  'DELETE /workflows/:id/executions/:executionId': anExecution,
  'POST /workflows/:id/executions/cancel-all': async (fixture) => ({
    params: { id: (await newExecution(fixture)).workflowId },
  }),
  'GET /workflows/:id/step-counts': aWorkflow,
};
