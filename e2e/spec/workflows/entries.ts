import type { Entry } from '../entry.ts';
import { createWorkflow } from './create-workflow.ts';
import { workflowFields } from './fields.ts';
import { listWorkflows } from './list-workflows.ts';
import { deleteWorkflow, duplicateWorkflow, getWorkflow, patchWorkflow } from './one-workflow.ts';
import { addStep, deleteStep, patchStep } from './steps.ts';
import { addTransition, deleteTransition } from './transitions.ts';

export const workflowEntries: readonly Entry[] = [
  listWorkflows,
  workflowFields,
  createWorkflow,
  getWorkflow,
  patchWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  addStep,
  patchStep,
  deleteStep,
  addTransition,
  deleteTransition,
];
