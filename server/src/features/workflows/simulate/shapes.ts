import { z } from 'zod';
import { ContactData } from '#features/contacts';
import { Address, bodyId, Instant, instant, optional } from '#platform/http';
import { type JsonObject, readEventData } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { addableStepTypes } from '#pure/workflow-graph';
import { ExecutionContext } from '../execution-context.ts';
import { EventName } from '../shapes.ts';
import type { SimulationReport } from './simulation-report.ts';

const maxSeconds = limits.simulationDays * 86_400;
const isWithin = (at: Date, sign: -1 | 1): boolean => sign * (at.getTime() - Date.now()) <= maxSeconds * 1_000;

const StartTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((at) => isWithin(at, 1), { params: { code: 'too_big' }, error: 'At most ten years ahead.' })
  .refine((at) => isWithin(at, -1), { params: { code: 'too_small' }, error: 'At most ten years ago.' });

const Seconds = z.number().min(0).max(maxSeconds);

/** What an event stores of the data it is sent with (D-404). */
const EventData = z
  .unknown()
  .transform((raw, ctx): JsonObject | null => {
    const read = readEventData(raw);
    if (read.ok) return read.data;
    for (const { path, code, message } of read.problems) {
      ctx.addIssue({ code: 'custom', message, params: { code }, path: [...path] });
    }
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: true });

const WebhookReply = z.object({
  statusCode: z
    .int()
    .refine((code) => code === 0 || code >= 100, { params: { code: 'too_small' }, error: 'A status, or 0.' })
    .refine((code) => code < 600, { params: { code: 'too_big' }, error: 'A status, or 0.' })
    .meta({ description: '0: the address could not be reached.' }),
  body: z.unknown().optional().meta({ description: 'Any JSON; `{}` when left out.' }),
});

export const SimulationBody = z
  .object({
    contactId: optional(bodyId<'contact'>('contact')),
    contact: optional(z.object({ email: Address, subscribed: optional(z.boolean()), data: ContactData })),
    context: optional(ExecutionContext),
    startAt: optional(StartTime),
    events: optional(
      z.array(z.object({ name: EventName, after: Seconds, data: EventData.optional() })).max(limits.simulationEvents),
    ),
    webhooks: optional(
      z.record(z.string(), WebhookReply).refine((replies) => Object.keys(replies).length <= limits.workflowSteps, {
        params: { code: 'too_big' },
        error: `At most ${limits.workflowSteps} replies.`,
      }),
    ),
    history: optional(z.array(z.object({ name: EventName, before: Seconds })).max(limits.simulationEvents)),
  })
  .superRefine(({ contactId, contact, history }, ctx) => {
    const issue = (path: string, code: string, message: string): void =>
      ctx.addIssue({ code: 'custom', message, path: [path], params: { code } });
    if (!contactId && !contact) issue('contactId', 'required', 'Give contactId or contact.');
    if (contactId && contact) issue('contact', 'custom', 'Give contactId or contact, not both.');
    if (contactId && history) issue('history', 'custom', 'A contact that exists has a history of its own.');
  });

export type SimulationRequest = z.output<typeof SimulationBody>;

const Email = z.object({
  to: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  type: z.enum(['TRANSACTIONAL', 'MARKETING', 'HEADLESS']),
  status: z.string(),
  reason: z.string().nullable(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  warnings: z.array(z.record(z.string(), z.unknown())),
});

const SimulatedStepReply = z
  .object({
    stepId: z.uuid(),
    name: z.string(),
    type: z.enum(['TRIGGER', ...addableStepTypes]),
    status: z.enum(['COMPLETED', 'FAILED', 'SKIPPED']),
    startedAt: Instant.nullable(),
    completedAt: Instant,
    branch: z.string().nullable(),
    output: z.record(z.string(), z.unknown()).nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    email: Email.nullable(),
    request: z
      .object({
        url: z.string(),
        method: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.unknown(),
      })
      .nullable(),
  })
  .meta({ id: 'SimulatedStep' });

export const SimulationReply = z
  .object({
    status: z.enum(['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED']),
    exitReason: z.string().nullable(),
    startedAt: Instant,
    completedAt: Instant,
    elapsedSeconds: z.number(),
    steps: z.array(SimulatedStepReply),
    contact: z.object({ email: z.string(), subscribed: z.boolean(), data: z.record(z.string(), z.unknown()) }),
    context: z.record(z.string(), z.unknown()),
    warnings: z.array(z.object({ stepId: z.uuid().nullable(), code: z.string(), message: z.string() })),
  })
  .meta({ id: 'Simulation' });

export const toSimulationReply = ({
  startAt,
  result,
  contact,
  warnings,
}: SimulationReport): z.output<typeof SimulationReply> => ({
  status: result.status,
  exitReason: result.exitReason,
  startedAt: instant(startAt),
  completedAt: instant(result.completedAt),
  elapsedSeconds: (result.completedAt.getTime() - startAt.getTime()) / 1_000,
  steps: result.steps.map(toStepReply),
  contact: { email: contact.email, subscribed: contact.subscribed, data: contact.data },
  context: result.context,
  warnings: [...warnings],
});

const toStepReply = ({
  shown,
  ...step
}: SimulationReport['result']['steps'][number]): z.output<typeof SimulatedStepReply> => ({
  stepId: step.stepId,
  name: step.name,
  type: step.type,
  status: step.status,
  startedAt: step.startedAt,
  completedAt: step.completedAt,
  branch: step.branch,
  output: step.output,
  error: step.error && { ...step.error },
  email: shown?.email ? { ...shown.email, warnings: shown.email.warnings.map((warning) => ({ ...warning })) } : null,
  request: shown?.request ? { ...shown.request, headers: { ...shown.request.headers } } : null,
});
