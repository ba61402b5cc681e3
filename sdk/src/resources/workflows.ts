import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const workflowsOf = ({ call, list }: Caller) => ({
  /** List workflows. */
  list: (query?: Query<'GET /workflows'>, options?: CallOptions) => list('GET /workflows', { query }, options),
  /** Create a workflow, disabled. */
  create: (body: Body<'POST /workflows'>, options?: CallOptions) => call('POST /workflows', { body }, options),
  /** Read a workflow with its steps and transitions. */
  get: (id: string, options?: CallOptions) => call('GET /workflows/{id}', { path: { id } }, options),
  /** Change a workflow, its trigger, or whether it is enabled. */
  update: (id: string, body?: Body<'PATCH /workflows/{id}'>, options?: CallOptions) =>
    call('PATCH /workflows/{id}', { path: { id }, body }, options),
  /** Delete a workflow. */
  delete: (id: string, options?: CallOptions) => call('DELETE /workflows/{id}', { path: { id } }, options),
  /** Copy a workflow, disabled. */
  duplicate: (id: string, options?: CallOptions) => call('POST /workflows/{id}/duplicate', { path: { id } }, options),
  /** Lift a pause by reputation; held mail leaves. */
  resume: (id: string, options?: CallOptions) => call('POST /workflows/{id}/resume', { path: { id } }, options),
  /** Fields that a condition of a workflow can ask for. */
  fields: (query?: Query<'GET /workflows/fields'>, options?: CallOptions) =>
    call('GET /workflows/fields', { query }, options),
  /** Run a workflow on a virtual clock, without any effect. */
  simulate: (id: string, body: Body<'POST /workflows/{id}/simulate'>, options?: CallOptions) =>
    call('POST /workflows/{id}/simulate', { path: { id }, body }, options),
  /** How many executions have passed each step of a workflow. */
  stepCounts: (id: string, options?: CallOptions) => list('GET /workflows/{id}/step-counts', { path: { id } }, options),
  /** Add a step to a workflow. */
  addStep: (id: string, body: Body<'POST /workflows/{id}/steps'>, options?: CallOptions) =>
    call('POST /workflows/{id}/steps', { path: { id }, body }, options),
  /** Change a step of a workflow. */
  updateStep: (
    id: string,
    stepId: string,
    body?: Body<'PATCH /workflows/{id}/steps/{stepId}'>,
    options?: CallOptions,
  ) => call('PATCH /workflows/{id}/steps/{stepId}', { path: { id, stepId }, body }, options),
  /** Delete a step of a workflow. */
  deleteStep: (
    id: string,
    stepId: string,
    query?: Query<'DELETE /workflows/{id}/steps/{stepId}'>,
    options?: CallOptions,
  ) => call('DELETE /workflows/{id}/steps/{stepId}', { path: { id, stepId }, query }, options),
  /** Lead from one step of a workflow to another. */
  addTransition: (id: string, body: Body<'POST /workflows/{id}/transitions'>, options?: CallOptions) =>
    call('POST /workflows/{id}/transitions', { path: { id }, body }, options),
  /** Delete a transition of a workflow. */
  deleteTransition: (id: string, transitionId: string, options?: CallOptions) =>
    call('DELETE /workflows/{id}/transitions/{transitionId}', { path: { id, transitionId } }, options),
});

export type WorkflowsCalls = ReturnType<typeof workflowsOf>;
