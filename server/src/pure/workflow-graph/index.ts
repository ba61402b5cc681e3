export { branchesOf } from './branches.ts';
export { conditionsOf } from './config/conditions-of.ts';
export { type ConfigInput, readStepConfig } from './config/read-step-config.ts';
export type { SendEmailConfig, UpdateContactConfig, WebhookConfig } from './config/step-config.ts';
export { automaticEntry, withAutomaticEntry } from './editing/automatic-entry.ts';
export { changesMeaning } from './editing/changes-meaning.ts';
export {
  checkTransition,
  type TransitionCheck,
  type TransitionInput,
  type TransitionRule,
} from './editing/check-transition.ts';
export { autoConnectFrom, insertOn, removeStep } from './editing/edit-graph.ts';
export { exceededLimit } from './editing/graph-limit.ts';
export { type GraphFacts, type GraphProblem, problemsOf } from './editing/graph-problems.ts';
export { type Advance, advance, type FinishedStep } from './execution/advance.ts';
export { type Effect, effectOf } from './execution/effect.ts';
export { evaluateStep } from './execution/evaluate-step.ts';
export type { CallOutcome, Happening } from './execution/happening.ts';
export {
  type ExecutionState,
  isActive,
  type OpenStep,
  type StepError,
  startExecution,
} from './execution/state.ts';
export { restoreState, storedOpenStep } from './execution/stored-state.ts';
export {
  type AddableStepType,
  addableStepTypes,
  type Graph,
  type Step,
  type StepType,
  type Transition,
  triggerStepOf,
} from './graph.ts';
export { simulate } from './simulation/simulate.ts';
export type {
  EffectResult,
  Moment,
  OutsideEffect,
  SimulatedEvent,
  SimulatedStep,
  Simulation,
  SimulationLimit,
} from './simulation/simulation.ts';
