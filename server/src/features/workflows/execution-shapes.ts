import { z } from 'zod';
import { Address, bodyId, Instant, instant, instantOrNull, optional, text } from '#platform/http';
import { limits } from '#pure/limits';
import { addableStepTypes } from '#pure/workflow-graph';
import { ExecutionContext } from './execution-context.ts';
import { type ExecutionRecord, executionStatuses, waitOf } from './executions/execution-record.ts';
import type { ExecutionDetails, StepRecord } from './executions/find-execution.ts';
import { triggerTypes } from './workflow.ts';

const Json = z.record(z.string(), z.unknown());
const StepTypeReply = z.enum(['TRIGGER', ...addableStepTypes]);
const StepName = z.object({ id: z.uuid(), name: z.string(), type: StepTypeReply }).meta({ id: 'StepName' });
const ContactName = z.object({ id: z.uuid(), email: z.string() });

const isPrintable = { holds: (key: string) => /^[\x20-\x7e]*$/.test(key), message: 'Only printable ASCII characters.' };

export const StartBody = z
  .object({
    contactId: optional(bodyId<'contact'>('contact').meta({ 'x-one-of': ['contactId', 'email'] })),
    email: optional(Address),
    context: optional(ExecutionContext),
    key: optional(text(1, limits.executionKeyCharacters, isPrintable)),
  })
  .superRefine(({ contactId, email }, ctx) => {
    if ((contactId === undefined) !== (email === undefined)) return;
    const code = contactId === undefined ? 'required' : 'custom';
    const message = 'One of `contactId` and `email` is given.';
    ctx.addIssue({ code: 'custom', path: ['contactId'], message, params: { code } });
  });

const record = {
  id: z.uuid(),
  workflowId: z.uuid(),
  workflowVersion: z.int(),
  contactId: z.uuid().nullable().meta({ description: 'Null once the contact was deleted.' }),
  status: z.enum(executionStatuses),
  currentStepId: z.uuid().meta({ description: 'The step it is at, or the last one it was at.' }),
  dueAt: Instant.nullable().meta({ description: 'While it is WAITING: when something happens by itself.' }),
  waitingFor: z.string().nullable().meta({ description: 'The event that a WAIT_FOR_EVENT step waits for.' }),
  exitReason: z.string().nullable(),
  trigger: z.object({
    type: z.enum(triggerTypes),
    eventId: z.uuid().nullable(),
    eventName: z.string().nullable(),
    scheduledAt: Instant.nullable(),
  }),
  key: z.string().nullable(),
  startedAt: Instant,
  completedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
};

const named = { contact: ContactName.nullable(), currentStep: StepName.nullable() };

export const ExecutionReply = z.object({ ...record, context: Json.nullable() }).meta({ id: 'Execution' });

export const ListedExecutionReply = z.object({ ...record, ...named }).meta({ id: 'ListedExecution' });

const StepExecutionReply = z
  .object({
    id: z.uuid(),
    executionId: z.uuid(),
    stepId: z.uuid(),
    step: StepName,
    status: z.enum(['PENDING', 'RUNNING', 'SCHEDULED', 'WAITING', 'COMPLETED', 'FAILED', 'SKIPPED']),
    scheduledFor: Instant.nullable(),
    executeAfter: Instant.nullable(),
    attempt: z.int(),
    output: Json.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    startedAt: Instant.nullable(),
    completedAt: Instant.nullable(),
  })
  .meta({ id: 'StepExecution' });

const Snapshot = z.object({
  steps: z.array(
    z.object({
      id: z.uuid(),
      type: StepTypeReply,
      name: z.string(),
      config: Json,
      templateId: z.uuid().nullable(),
    }),
  ),
  transitions: z.array(
    z.object({
      id: z.uuid(),
      fromStepId: z.uuid(),
      toStepId: z.uuid(),
      branch: z.string().nullable(),
      automatic: z.boolean(),
    }),
  ),
});

export const ExecutionDetailsReply = z
  .object({
    ...record,
    context: Json.nullable(),
    ...named,
    workflow: z.object({ id: z.uuid(), name: z.string() }),
    stepExecutions: z.array(StepExecutionReply),
    snapshot: Snapshot,
  })
  .meta({ id: 'ExecutionDetails' });

export const StepCountsReply = z
  .object({
    stepId: z.uuid(),
    entered: z.int(),
    active: z.int().meta({ description: 'Executions that are at this step now.' }),
    completed: z.int(),
    failed: z.int(),
    skipped: z.int(),
  })
  .meta({ id: 'StepCounts' });

const toRecord = (execution: ExecutionRecord) => ({
  id: execution.id,
  workflowId: execution.workflowId,
  workflowVersion: execution.version,
  contactId: execution.contactId,
  status: execution.status,
  currentStepId: execution.stepId,
  ...waitOf(execution),
  exitReason: execution.exitReason,
  trigger: {
    type: execution.triggerType,
    eventId: execution.triggerEventId,
    eventName: execution.triggerEvent,
    scheduledAt: instantOrNull(execution.scheduledAt),
  },
  key: execution.key,
  startedAt: instant(execution.startedAt),
  completedAt: instantOrNull(execution.completedAt),
  createdAt: instant(execution.startedAt),
  updatedAt: instant(execution.updatedAt),
});

const namesOf = ({ contactId, email, stepId, step }: ExecutionRecord) => ({
  contact: contactId === null || email === null ? null : { id: contactId, email },
  currentStep: step && { id: stepId, ...step },
});

export const toExecutionReply = (execution: ExecutionRecord): z.output<typeof ExecutionReply> => ({
  ...toRecord(execution),
  context: execution.context,
});

export const toListedExecution = (execution: ExecutionRecord): z.output<typeof ListedExecutionReply> => ({
  ...toRecord(execution),
  ...namesOf(execution),
});

export const toDetailsReply = (details: ExecutionDetails): z.output<typeof ExecutionDetailsReply> => {
  const { workflow, execution, steps, graph } = details;
  return {
    ...toExecutionReply(execution),
    ...namesOf(execution),
    workflow: { id: workflow.id, name: workflow.name },
    stepExecutions: steps.map((step) => toStepExecution(execution, step)),
    snapshot: { steps: [...graph.steps], transitions: [...graph.transitions] },
  };
};

const toStepExecution = (
  { id: executionId }: ExecutionRecord,
  { id, stepId, name, type, status, attempt, output, error, ...times }: StepRecord,
): z.output<typeof StepExecutionReply> => ({
  ...{ id, executionId, stepId, step: { id: stepId, name, type }, status, attempt, output, error },
  scheduledFor: readInstant(times.scheduledFor),
  executeAfter: readInstant(times.executeAfter),
  startedAt: readInstant(times.startedAt),
  completedAt: readInstant(times.completedAt),
});

/** The database writes instants into JSON in a form of its own. */
const readInstant = (text: string | null): string | null => (text === null ? null : instant(new Date(text)));
