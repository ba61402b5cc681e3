import { z } from 'zod';
import { ContactNotFound } from '#features/contacts';
import { defineRoute, pathId } from '#platform/http';
import { SimulationLimitReached, WorkflowNotFound } from '../refusals.ts';
import { SimulationBody, SimulationReply, toSimulationReply } from './shapes.ts';
import { simulateWorkflow } from './simulate-workflow.ts';

export const simulate = defineRoute({
  method: 'POST',
  path: '/workflows/:id/simulate',
  bodyExample: { contact: { email: 'ada@example.com', data: { plan: 'pro' } } },
  summary: 'Run a workflow on a virtual clock, without any effect',
  access: 'secret',
  params: z.object({ id: pathId<'workflow'>('workflow', WorkflowNotFound) }),
  body: SimulationBody,
  replies: { 200: SimulationReply },
  refuses: [WorkflowNotFound, ContactNotFound, SimulationLimitReached],
  async run(ctx, { params: { id }, body }) {
    return toSimulationReply(await simulateWorkflow(ctx, id, body));
  },
});
