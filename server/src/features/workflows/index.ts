export type { ExecutionDetails, StepRecord } from './executions/find-execution.ts';
export { findNewestExecution } from './executions/find-newest-execution.ts';
export { type ActiveExecution, listActiveExecutions } from './executions/list-active-executions.ts';
export { workflows } from './feature.ts';
export { findWorkflow } from './load-workflow.ts';
export { WorkflowNotFound } from './refusals.ts';
export { scheduleAudience } from './schedules/schedule-audience.ts';
export type { Workflow, WorkflowId } from './workflow.ts';
