import { z } from 'zod';
import { ContactNotFound } from '#features/contacts';
import { QueuedReply, queuedReply } from '#features/jobs';
import {
  answer,
  choices,
  defineRoute,
  OffsetPage,
  pageLimit,
  pathId,
  type Resource,
  readIdCursor,
  wholeNumber,
  writeIdCursor,
} from '#platform/http';
import { nilId, readId } from '#platform/ids';
import { limits } from '#pure/limits';
import {
  ExecutionDetailsReply,
  ExecutionReply,
  ListedExecutionReply,
  StartBody,
  StepCountsReply,
  toDetailsReply,
  toExecutionReply,
  toListedExecution,
} from './execution-shapes.ts';
import { cancelAllExecutions } from './executions/cancel-all-executions.ts';
import { cancelExecution } from './executions/cancel-execution.ts';
import { executionStatuses } from './executions/execution-record.ts';
import { loadExecution, requireShownWorkflow } from './executions/find-execution.ts';
import { listExecutions } from './executions/list-executions.ts';
import { startExecution } from './executions/start-execution.ts';
import { loadStepCounts } from './executions/workflow-counts.ts';
import {
  EntryLimitReached,
  ExecutionActive,
  ExecutionFinished,
  ExecutionNotFound,
  ReentryNotAllowed,
  WorkflowDisabled,
  WorkflowNotFound,
} from './refusals.ts';

const id = pathId<'workflow'>('workflow', WorkflowNotFound);
const executionParams = z.object({ id, executionId: pathId<'execution'>('execution', ExecutionNotFound) });

/** What is no id finds nothing, as an unknown one. */
const idOrNone = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : (readId(given) ?? nilId);

const idOf = (resource: Resource) => z.string().optional().meta({ 'x-resource': resource });

export const listOfWorkflow = defineRoute({
  method: 'GET',
  path: '/workflows/:id/executions',
  summary: 'List the executions of a workflow, the newest first',
  access: 'secret',
  params: z.object({ id }),
  query: z.object({
    status: choices(executionStatuses),
    contactId: idOf('contact'),
    stepId: idOf('step'),
    version: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .optional()
      .meta({ type: 'integer', minimum: 1 }),
    page: wholeNumber(1, 1, limits.workflowPage),
    pageSize: pageLimit,
    cursor: z.string().optional(),
  }),
  replies: {
    200: OffsetPage(ListedExecutionReply).extend({
      executions: z.array(ListedExecutionReply).meta({ description: 'The same as `data`.' }),
      cursor: z.string(),
      hasMore: z.boolean(),
    }),
  },
  refuses: [WorkflowNotFound],
  async run(ctx, { params, query: { page, pageSize, cursor, contactId, stepId, ...filter } }) {
    const after = readIdCursor('executions', cursor);
    const ids = { contactId: idOrNone(contactId), stepId: idOrNone(stepId) };
    const found = await listExecutions(ctx, params.id, { ...filter, ...ids, page, pageSize, after });
    const data = found.rows.map(toListedExecution);
    return {
      ...{ data, executions: data, total: found.total, page, pageSize },
      totalPages: Math.ceil(found.total / pageSize),
      cursor: found.after === null ? '' : writeIdCursor('executions', found.after),
      hasMore: found.after !== null,
    };
  },
});

export const start = defineRoute({
  method: 'POST',
  path: '/workflows/:id/executions',
  bodyExample: { email: 'ada@example.com', context: { plan: 'pro' } },
  summary: 'Let a contact enter a workflow',
  description: 'Of `contactId` and `email` one is given.',
  access: 'secret',
  params: z.object({ id }),
  body: StartBody,
  replies: { 201: ExecutionReply, 200: ExecutionReply },
  refuses: [WorkflowNotFound, WorkflowDisabled, ContactNotFound, ReentryNotAllowed, ExecutionActive, EntryLimitReached],
  async run(ctx, { params, body: { contactId, email = '', context = {}, key = null } }) {
    const contact = contactId === undefined ? { email } : { id: contactId };
    const { execution, isNew } = await startExecution(ctx, params.id, { contact, context, key });
    return answer(isNew ? 201 : 200, toExecutionReply(execution));
  },
});

export const getExecution = defineRoute({
  method: 'GET',
  path: '/workflows/:id/executions/:executionId',
  summary: 'Read an execution with its steps and the graph on which it runs',
  access: 'secret',
  params: executionParams,
  replies: { 200: ExecutionDetailsReply },
  refuses: [WorkflowNotFound, ExecutionNotFound],
  run: (ctx, { params }) =>
    ctx.read(async (reader) => toDetailsReply(await loadExecution(reader, params.id, params.executionId))),
});

export const cancel = defineRoute({
  method: 'DELETE',
  path: '/workflows/:id/executions/:executionId',
  summary: 'Cancel an execution',
  access: 'secret',
  params: executionParams,
  replies: { 200: ExecutionReply },
  refuses: [WorkflowNotFound, ExecutionNotFound, ExecutionFinished],
  async run(ctx, { params }) {
    return toExecutionReply(await cancelExecution(ctx, params.id, params.executionId));
  },
});

export const cancelAll = defineRoute({
  method: 'POST',
  path: '/workflows/:id/executions/cancel-all',
  summary: 'Cancel all executions of a workflow',
  access: 'secret',
  params: z.object({ id }),
  replies: { 200: z.object({ cancelled: z.int() }), 202: QueuedReply.extend({ active: z.int() }) },
  refuses: [WorkflowNotFound],
  async run(ctx, { params }) {
    const result = await cancelAllExecutions(ctx, params.id);
    if (result.kind === 'done') return { cancelled: result.cancelled };
    return answer(202, { ...queuedReply(result.jobId), active: result.active });
  },
});

export const stepCounts = defineRoute({
  method: 'GET',
  path: '/workflows/:id/step-counts',
  summary: 'How many executions have passed each step of a workflow',
  access: 'secret',
  params: z.object({ id }),
  replies: { 200: z.object({ data: z.array(StepCountsReply) }) },
  refuses: [WorkflowNotFound],
  run: (ctx, { params }) =>
    ctx.read(async (reader) => {
      const workflow = await requireShownWorkflow(reader, params.id);
      return { data: await loadStepCounts(reader, workflow.id) };
    }),
});
