import { z } from 'zod';
import { defineRoute, pathId } from '#platform/http';
import { ProjectNotFound } from '#platform/identity';
import { changeCaps } from './change-caps.ts';
import { loadUsage } from './load-usage.ts';
import { loadUpcoming } from './payments/load-invoices.ts';
import { PaymentProviderFailed } from './refusals.ts';
import { CapsBody, ConsumptionReply, LimitsReply, toConsumptionReply, toLimitsReply } from './shapes.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });

export const limits = defineRoute({
  method: 'GET',
  path: '/users/@me/projects/:id/billing-limits',
  summary: 'The caps of each category, and how much of them is used',
  access: 'member',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: LimitsReply },
  refuses: [ProjectNotFound],
  run: async (call) => toLimitsReply(await call.inProject(call.projectId).read(loadUsage)),
});

export const changeLimits = defineRoute({
  method: 'PUT',
  path: '/users/@me/projects/:id/billing-limits',
  summary: 'Set or remove caps',
  access: 'member',
  role: 'ADMIN',
  isAllowedWhenDisabled: true,
  params,
  body: CapsBody,
  replies: { 200: LimitsReply },
  refuses: [ProjectNotFound],
  run: async (call, { body }) =>
    toLimitsReply(await call.inProject(call.projectId).transaction((tx) => changeCaps(tx, body))),
});

export const consumption = defineRoute({
  method: 'GET',
  path: '/users/@me/projects/:id/billing-consumption',
  summary: 'What was counted in the current period',
  access: 'member',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: ConsumptionReply },
  refuses: [ProjectNotFound, PaymentProviderFailed],
  async run(call) {
    const usage = await call.inProject(call.projectId).read(loadUsage);
    return toConsumptionReply(usage, await loadUpcoming(call));
  },
});
