import { missing, refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import type { GraphProblem, SimulationLimit, TransitionRule } from '#pure/workflow-graph';

export const WorkflowNotFound = missing('WORKFLOW_NOT_FOUND', 'workflow');
export const StepNotFound = missing('RESOURCE_NOT_FOUND', 'step');
export const TransitionNotFound = missing('RESOURCE_NOT_FOUND', 'transition');
export const ExecutionNotFound = missing('RESOURCE_NOT_FOUND', 'execution');

export const WorkflowNotReady = refusal('unfit', 'WORKFLOW_NOT_READY', (problems: readonly GraphProblem[]) => ({
  message: 'An enabled workflow must be complete.',
  details: { problems },
  suggestion: 'Mend what `problems` lists, or disable the workflow while you change it.',
}));

export const WorkflowActive = refusal('conflict', 'WORKFLOW_ACTIVE_EXECUTIONS', (active: number) => ({
  message: 'Contacts are still in this workflow.',
  details: { active },
  suggestion: 'Disable it, then cancel its executions or wait for their end.',
}));

export const WorkflowNotPaused = refusal('unfit', 'WORKFLOW_NOT_PAUSED', (id: string) => ({
  message: 'This workflow is not paused.',
  details: { id },
}));

const limitTexts = {
  workflows: `A project has at most ${limits.workflows} workflows.`,
  steps: `A workflow has at most ${limits.workflowSteps} steps.`,
  transitions: `A workflow has at most ${limits.workflowTransitions} transitions.`,
  config: `The settings of all steps of a workflow are at most ${limits.workflowConfigBytes} bytes.`,
};

export const WorkflowLimitReached = refusal('unfit', 'WORKFLOW_LIMIT_REACHED', (limit: keyof typeof limitTexts) => ({
  message: limitTexts[limit],
  details: { limit },
}));

const simulationTexts: Record<SimulationLimit, string> = {
  steps: `A simulation has at most ${limits.simulationSteps} steps.`,
  time: `A simulation takes at most ${limits.simulationMilliseconds / 1_000} seconds.`,
  size: `The mails and requests of a simulation are at most ${limits.simulationBytes} bytes.`,
};

export const SimulationLimitReached = refusal('unfit', 'SIMULATION_LIMIT', (limit: SimulationLimit) => ({
  message: simulationTexts[limit],
  details: { limit },
}));

export const TriggerNotDeletable = refusal('unfit', 'TRIGGER_NOT_DELETABLE', (id: string) => ({
  message: 'The trigger is where executions begin; it is not deleted.',
  details: { id },
  suggestion: 'Change the trigger of the workflow.',
}));

export const StepNotSpliceable = refusal('unfit', 'STEP_NOT_SPLICEABLE', (id: string) => ({
  message: 'A step with two or more ways out has no single successor.',
  details: { id },
  suggestion: 'Delete it without `splice`, and connect what remains.',
}));

export const TransitionAutomatic = refusal('unfit', 'TRANSITION_AUTOMATIC', (id: string) => ({
  message: 'This transition is kept by the service.',
  details: { id },
  suggestion: 'Add one from the trigger to another step; it takes its place.',
}));

const ruleTexts: Record<TransitionRule, string> = {
  SELF: 'A step does not lead to itself.',
  CYCLE: 'This would lead back to a step that came before.',
  FROM_EXIT: 'Nothing follows after an exit.',
  INTO_TRIGGER: 'Nothing leads to the trigger.',
  BRANCH_TAKEN: 'That branch leads to another step already.',
};

export const TransitionInvalid = refusal('unfit', 'TRANSITION_INVALID', (rule: TransitionRule) => ({
  message: ruleTexts[rule],
  details: { rule },
}));

export const InsertAtExit = refusal('malformed', 'BAD_REQUEST', () => ({
  message: 'Nothing follows after an exit, so it cannot stand between two steps.',
  details: { parameter: 'insertOn' },
}));

const disabledTexts = {
  DISABLED: 'This workflow is disabled.',
  PAUSED: 'This workflow is paused by the rules of reputation.',
};

export const WorkflowDisabled = refusal('unfit', 'WORKFLOW_DISABLED', (reason: keyof typeof disabledTexts) => ({
  message: disabledTexts[reason],
  details: { reason },
}));

export const ReentryNotAllowed = refusal('conflict', 'REENTRY_NOT_ALLOWED', (executionId: string | null) => ({
  message: 'The contact has entered this workflow before.',
  details: { executionId },
  suggestion: 'Set `allowReentry` if contacts may enter again.',
}));

export const ExecutionActive = refusal('conflict', 'EXECUTION_ACTIVE', (executionId: string | null) => ({
  message: 'The contact has an execution of this workflow that is not finished.',
  details: { executionId },
}));

export const EntryLimitReached = refusal('conflict', 'ENTRY_LIMIT_REACHED', () => ({
  message: `A contact enters one workflow at most ${limits.workflowEntries.max} times in an hour.`,
  details: { limit: limits.workflowEntries.max, windowSeconds: limits.workflowEntries.windowSeconds },
}));

export const ExecutionFinished = refusal('conflict', 'EXECUTION_FINISHED', (status: string) => ({
  message: `An execution that is ${status} cannot be cancelled.`,
  details: { status },
}));
