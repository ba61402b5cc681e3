import type { Entry } from '../entry.ts';
import { cancelAllExecutions, stepCounts } from './cancel-all.ts';
import { createWorkflow } from './create-workflow.ts';
import { workflowFields } from './fields.ts';
import { listExecutions } from './list-executions.ts';
import { listWorkflows } from './list-workflows.ts';
import { deleteExecution, getExecution } from './one-execution.ts';
import { deleteWorkflow, duplicateWorkflow, getWorkflow, patchWorkflow } from './one-workflow.ts';
import { resumeWorkflow } from './resume.ts';
import { simulateWorkflow } from './simulate.ts';
import { startExecution } from './start-execution.ts';
import { addStep, deleteStep, patchStep } from './steps.ts';
import { addTransition, deleteTransition } from './transitions.ts';

export const workflowEntries: readonly Entry[] = [
  listWorkflows,
  workflowFields,
  createWorkflow,
  getWorkflow,
  patchWorkflow,
  deleteWorkflow,
  resumeWorkflow,
  duplicateWorkflow,
  simulateWorkflow,
  addStep,
  patchStep,
  deleteStep,
  addTransition,
  deleteTransition,
  startExecution,
  listExecutions,
  getExecution,
  deleteExecution,
  cancelAllExecutions,
  stepCounts,
];
