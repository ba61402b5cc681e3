import { missing, refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import type { GraphProblem, TransitionRule } from '#pure/workflow-graph';

export const WorkflowNotFound = missing('WORKFLOW_NOT_FOUND', 'workflow');
export const StepNotFound = missing('RESOURCE_NOT_FOUND', 'step');
export const TransitionNotFound = missing('RESOURCE_NOT_FOUND', 'transition');

export const WorkflowNotReady = refusal('unfit', 'WORKFLOW_NOT_READY', (problems: readonly GraphProblem[]) => ({
  message: 'An enabled workflow must be complete.',
  details: { problems },
  suggestion: 'Mend what `problems` lists, or disable the workflow while you change it.',
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
