import { type Contact, type ContactId, ContactNotFound, contactColumns, toContact } from '#features/contacts';
import { loadProjectFacts } from '#features/emails';
import { loadAudience } from '#features/segments';
import { sampleContact } from '#features/templates';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { canonicalEventName } from '#pure/event-names';
import {
  type EffectResult,
  type Moment,
  type OutsideEffect,
  type SimulatedEvent,
  simulate,
} from '#pure/workflow-graph';
import { loadWholeWorkflow } from '../load-workflow.ts';
import { SimulationLimitReached } from '../refusals.ts';
import { graphOf, type WorkflowId } from '../workflow.ts';
import type { SimulationRequest } from './shapes.ts';
import type { ShownEffect } from './shown-effect.ts';
import { simulateCall } from './simulate-call.ts';
import { simulateCondition } from './simulate-condition.ts';
import { simulateMail } from './simulate-mail.ts';
import { simulateUpdate } from './simulate-update.ts';
import type { SimulationReport } from './simulation-report.ts';
import { SimulationRun } from './simulation-run.ts';
import { findPauses, warningsOf } from './warnings.ts';

/** Runs the present graph of a workflow on a virtual clock (D-932). Nothing is written, sent or called. */
export async function simulateWorkflow(
  ctx: ProjectContext,
  id: WorkflowId,
  request: SimulationRequest,
  { began = performance.now() } = {},
): Promise<SimulationReport> {
  const { graph, start, pauses } = await ctx.read((reader) => loadStart(reader, id, request));
  const { startAt, audience } = start;
  const run = new SimulationRun(start, { began });
  const events = (request.events ?? []).map(({ name, after, data = null }) => eventAt(name, startAt, after, data));
  const result = await simulate(
    graph,
    { startAt, context: request.context ?? {}, events },
    {
      perform: (effect, moment) => perform(ctx, run, effect, moment),
      isAwaited: (awaited, recorded) => (audience.options.eventNames?.(awaited) ?? [awaited]).includes(recorded),
      exceeded: () => run.exceeded(),
    },
  );
  if (result.kind === 'stopped') throw SimulationLimitReached(result.limit);
  return { startAt, result, contact: run.contact, warnings: warningsOf(graph, result, pauses) };
}

function perform(
  ctx: ProjectContext,
  run: SimulationRun,
  effect: OutsideEffect,
  moment: Moment,
): Promise<EffectResult<ShownEffect>> {
  switch (effect.kind) {
    case 'sendEmail':
      return simulateMail(ctx, run, effect, moment);
    case 'evaluateCondition':
      return simulateCondition(ctx, run, effect, moment);
    case 'updateContact':
      return simulateUpdate(ctx, run, effect, moment);
    case 'callWebhook':
      return simulateCall(ctx, run, effect, moment);
  }
}

async function loadStart(reader: ProjectReader, id: WorkflowId, request: SimulationRequest) {
  const whole = await loadWholeWorkflow(reader, id);
  const startAt = request.startAt ?? reader.now;
  const start = {
    workflow: whole.workflow,
    project: await loadProjectFacts(reader),
    audience: await loadAudience(reader),
    contact: await contactOf(reader, request, startAt),
    isReal: request.contactId !== undefined,
    startAt,
    history: (request.history ?? []).map(({ name, before }) => eventAt(name, startAt, -before)),
    webhooks: request.webhooks ?? {},
  };
  return { graph: graphOf(whole), start, pauses: await findPauses(reader, whole.workflow) };
}

/** Under the name by which it would be recorded. */
const eventAt = (
  name: string,
  startAt: Date,
  seconds: number,
  data: SimulatedEvent['data'] = null,
): SimulatedEvent => ({
  name: canonicalEventName(name),
  at: new Date(startAt.getTime() + Math.round(seconds * 1_000)),
  data,
});

async function contactOf(
  { db, projectId }: ProjectReader,
  { contactId, contact }: SimulationRequest,
  startAt: Date,
): Promise<Contact> {
  if (contactId === undefined) {
    const { email = sampleContact.email, subscribed = true, data } = contact ?? {};
    const id = sampleContact.id as ContactId; // no contact has it
    return { id, email, subscribed, data: data?.set ?? {}, createdAt: startAt, updatedAt: startAt };
  }
  const row = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(contactId);
  return toContact(row);
}
