import { z } from 'zod';
import { ResumeTooSoon } from '#features/reputation';
import { SegmentNotFound } from '#features/segments';
import type { ProjectContext } from '#platform/context';
import {
  choice,
  defineRoute,
  direction,
  OffsetPage,
  pageLimit,
  pathId,
  search,
  sortBy,
  wholeNumber,
} from '#platform/http';
import { RoleTooLow } from '#platform/identity';
import { limits } from '#pure/limits';
import { changeWorkflow } from './change-workflow.ts';
import { createWorkflow } from './create-workflow.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { duplicateWorkflow } from './duplicate-workflow.ts';
import { loadActiveByVersion } from './executions/workflow-counts.ts';
import { listWorkflows } from './list-workflows.ts';
import { loadProblems } from './load-problems.ts';
import { loadWholeWorkflow } from './load-workflow.ts';
import { resumeWorkflow } from './pause-workflow.ts';
import {
  WorkflowActive,
  WorkflowLimitReached,
  WorkflowNotFound,
  WorkflowNotPaused,
  WorkflowNotReady,
} from './refusals.ts';
import {
  ListedWorkflowReply,
  toListedReply,
  toWorkflowReply,
  WorkflowBody,
  WorkflowPatchBody,
  WorkflowReply,
} from './shapes.ts';
import { graphOf, type WholeWorkflow } from './workflow.ts';

const params = z.object({ id: pathId<'workflow'>('workflow', WorkflowNotFound) });

export const list = defineRoute({
  method: 'GET',
  path: '/workflows',
  summary: 'List workflows',
  access: 'secret',
  query: z.object({
    page: wholeNumber(1, 1, limits.workflowPage),
    pageSize: pageLimit,
    search,
    status: choice(['active', 'disabled']),
    sort: sortBy(['name', 'createdAt', 'updatedAt', 'steps'], 'createdAt'),
    dir: direction,
  }),
  replies: { 200: OffsetPage(ListedWorkflowReply) },
  async run(ctx, { query }) {
    const { page, pageSize } = query;
    const { workflows, total } = await listWorkflows(ctx, query);
    const data = workflows.map((workflow) => toListedReply(workflow, ctx.projectId));
    return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
  },
});

export const create = defineRoute({
  method: 'POST',
  path: '/workflows',
  summary: 'Create a workflow, disabled',
  access: 'secret',
  body: WorkflowBody,
  replies: { 201: WorkflowReply },
  refuses: [WorkflowLimitReached],
  async run(ctx, { body: { name, description = null, allowReentry, eventName, triggerConfig } }) {
    const given = eventName ?? triggerConfig?.eventName ?? null;
    return replyOf(ctx, await createWorkflow(ctx, { name, description, allowReentry, eventName: given }));
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/workflows/:id',
  summary: 'Read a workflow with its steps and transitions',
  access: 'secret',
  params,
  replies: { 200: WorkflowReply },
  refuses: [WorkflowNotFound],
  async run(ctx, { params: { id } }) {
    return replyOf(ctx, await ctx.read((reader) => loadWholeWorkflow(reader, id)));
  },
});

export const patch = defineRoute({
  method: 'PATCH',
  path: '/workflows/:id',
  summary: 'Change a workflow, its trigger, or whether it is enabled',
  access: 'secret',
  params,
  body: WorkflowPatchBody,
  replies: { 200: WorkflowReply },
  refuses: [WorkflowNotFound, WorkflowNotReady, SegmentNotFound],
  async run(ctx, { params: { id }, body }) {
    return replyOf(ctx, await changeWorkflow(ctx, id, body));
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/workflows/:id',
  summary: 'Delete a workflow',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [WorkflowNotFound, WorkflowActive],
  run: (ctx, { params: { id } }) => deleteWorkflow(ctx, id),
});

export const resume = defineRoute({
  method: 'POST',
  path: '/workflows/:id/resume',
  summary: 'Lift a pause by reputation; held mail leaves',
  access: 'secret',
  role: 'ADMIN',
  params,
  replies: { 200: WorkflowReply },
  refuses: [WorkflowNotFound, WorkflowNotPaused, RoleTooLow, ResumeTooSoon],
  async run(call, { params: { id } }) {
    return replyOf(call, await resumeWorkflow(call, id));
  },
});

export const duplicate = defineRoute({
  method: 'POST',
  path: '/workflows/:id/duplicate',
  summary: 'Copy a workflow, disabled',
  access: 'secret',
  params,
  replies: { 201: WorkflowReply },
  refuses: [WorkflowNotFound, WorkflowLimitReached],
  async run(ctx, { params: { id } }) {
    return replyOf(ctx, await duplicateWorkflow(ctx, id));
  },
});

async function replyOf(ctx: ProjectContext, whole: WholeWorkflow): Promise<z.output<typeof WorkflowReply>> {
  const { id } = whole.workflow;
  return ctx.read(async (reader) => {
    const problems = await loadProblems(reader, id, graphOf(whole));
    return toWorkflowReply(whole, { problems, activeByVersion: await loadActiveByVersion(reader, id) }, ctx.projectId);
  });
}
