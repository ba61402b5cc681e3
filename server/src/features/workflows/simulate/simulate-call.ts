import type { ProjectContext } from '#platform/context';
import { limits } from '#pure/limits';
import type { CallOutcome, EffectResult, Moment, OutsideEffect } from '#pure/workflow-graph';
import { isStepError } from '../steps/step-error.ts';
import { makeWebhookRequest, refusedCall, type WebhookRequest } from '../steps/webhook-request.ts';
import type { ShownEffect, ShownRequest } from './shown-effect.ts';
import { type SimulationRun, scopeOf, type WebhookReply } from './simulation-run.ts';

type CallEffect = Extract<OutsideEffect, { kind: 'callWebhook' }>;

/** An attempt of a WEBHOOK step: the request is made once, and the reply is the one of the request for the simulation. */
export async function simulateCall(
  ctx: ProjectContext,
  run: SimulationRun,
  { step, config }: CallEffect,
  moment: Moment,
): Promise<EffectResult<ShownEffect>> {
  const request = await run.requestOf(step.id, () => makeRequest(ctx, run, { step, config }, moment));
  if (isStepError(request)) return { happening: refusedCall(config, request, moment.now) };
  const outcome = outcomeOf(run.start.webhooks[step.id] ?? { statusCode: 200 });
  return {
    // In the middle of its range: a pause is exactly as long as the contract says.
    happening: { kind: 'callEnded', url: request.url, outcome, at: moment.now, spread: 0.5 },
    shown: { request: shownRequest(request) },
  };
}

async function makeRequest(
  ctx: ProjectContext,
  run: SimulationRun,
  { step, config }: Pick<CallEffect, 'step' | 'config'>,
  moment: Moment,
) {
  const { contact, start } = run;
  const { workflow, startAt } = start;
  const execution = { id: start.contact.id, startedAt: startAt };
  const subject = { contact, workflow, step, execution, context: moment.context };
  const request = await makeWebhookRequest(ctx, config, subject, scopeOf(ctx, run, moment));
  if (!isStepError(request)) run.show(request.url, request.body?.toString() ?? '');
  return request;
}

function outcomeOf({ statusCode, body = {} }: WebhookReply): CallOutcome {
  if (statusCode === 0) return { kind: 'network', message: 'The address could not be reached.' };
  const text = JSON.stringify(body);
  const isWhole = Buffer.byteLength(text) <= limits.callReplyBytes;
  return { kind: 'reply', statusCode, body: text, isWhole, retryAfterSeconds: null };
}

const shownRequest = ({ url, method, headers, body }: WebhookRequest): ShownRequest => ({
  ...{ url, method, headers },
  body: body === null ? null : JSON.parse(body.toString()),
});
