import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const executionsOf = ({ call, list }: Caller) => ({
  /** List the executions of a workflow, the newest first. */
  list: (workflowId: string, query?: Query<'GET /workflows/{id}/executions'>, options?: CallOptions) =>
    list('GET /workflows/{id}/executions', { path: { id: workflowId }, query }, options),
  /** Let a contact enter a workflow. */
  start: (workflowId: string, body: Body<'POST /workflows/{id}/executions'>, options?: CallOptions) =>
    call('POST /workflows/{id}/executions', { path: { id: workflowId }, body }, options),
  /** Read an execution with its steps and the graph on which it runs. */
  get: (workflowId: string, executionId: string, options?: CallOptions) =>
    call('GET /workflows/{id}/executions/{executionId}', { path: { id: workflowId, executionId } }, options),
  /** Cancel an execution. */
  cancel: (workflowId: string, executionId: string, options?: CallOptions) =>
    call('DELETE /workflows/{id}/executions/{executionId}', { path: { id: workflowId, executionId } }, options),
  /** Cancel all executions of a workflow. */
  cancelAll: (workflowId: string, options?: CallOptions) =>
    call('POST /workflows/{id}/executions/cancel-all', { path: { id: workflowId } }, options),
});

export type ExecutionsCalls = ReturnType<typeof executionsOf>;
