import type { Selectable } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { Tables } from '#platform/db';
import { newId } from '#platform/ids';
import type { JsonObject } from '#pure/custom-fields';
import { type Graph, type OpenStep, restoreState } from '#pure/workflow-graph';
import type { WorkflowId } from '../workflow.ts';
import type { ExecutionId, StepExecutionId, StoredExecution } from './execution.ts';

/** Columns of `executions` that a worker reads. */
export const executionColumns = [
  'id',
  'workflowId',
  'version',
  'contactId',
  'stepId',
  'stepExecutionId',
  'stepsEnded',
  'open',
  'arrivedAt',
  'context',
  'lastEventId',
  'wokenBy',
  'depth',
  'isPublic',
  'triggerType',
  'triggerEventId',
  'triggerEvent',
  'scheduledAt',
  'key',
  'startedAt',
] as const;

export type ExecutionRow = Pick<Selectable<Tables['executions']>, (typeof executionColumns)[number]>;

/** The casts: rows of executions have no other writer than this feature. */
export function toExecution(row: ExecutionRow, graph: Graph): StoredExecution {
  const { version, depth, isPublic, lastEventId, stepsEnded, key, startedAt } = row;
  const wokenBy = row.wokenBy as { eventId: string; data: JsonObject | null; at: string } | null;
  return {
    ...{ version, depth, isPublic, lastEventId, stepsEnded, key, startedAt },
    id: row.id as ExecutionId,
    workflowId: row.workflowId as WorkflowId,
    contactId: row.contactId as ContactId,
    state: restoreState(graph, {
      stepId: row.stepId,
      arrivedAt: row.arrivedAt.toISOString(),
      context: (row.context ?? {}) as JsonObject,
      open: (row.open ?? {}) as Partial<OpenStep>,
    }),
    isNew: row.stepId === null,
    stepExecutionId: (row.stepExecutionId as StepExecutionId | null) ?? newId(),
    wokenBy: wokenBy && { ...wokenBy, at: new Date(wokenBy.at) },
    trigger: {
      type: row.triggerType,
      eventId: row.triggerEventId,
      eventName: row.triggerEvent,
      scheduledAt: row.scheduledAt,
    },
  };
}
