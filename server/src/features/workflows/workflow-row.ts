import type { Selectable } from 'kysely';
import type { Tables } from '#platform/db';
import type { JsonObject } from '#pure/custom-fields';
import type { Workflow, WorkflowId } from './workflow.ts';

export const workflowColumns = [
  'id',
  'name',
  'description',
  'enabled',
  'triggerType',
  'triggerConfig',
  'allowReentry',
  'version',
  'pausedAt',
  'pausedReason',
  'createdAt',
  'updatedAt',
] as const;

type WorkflowRow = Pick<Selectable<Tables['workflows']>, (typeof workflowColumns)[number]>;

/** The casts: ids and triggers have no other writer than this feature. */
export const toWorkflow = ({ id, triggerConfig, ...row }: WorkflowRow): Workflow => ({
  ...row,
  id: id as WorkflowId,
  triggerConfig: triggerConfig as JsonObject | null,
});
