import { configOf } from '../config/config-of.ts';
import type { ConditionConfig, SendEmailConfig, UpdateContactConfig, WebhookConfig } from '../config/step-config.ts';
import { type Graph, type Step, stepById } from '../graph.ts';
import { type ExecutionState, type FinalStatus, isActive, type OpenStep } from './state.ts';

/** What an execution needs from outside to go on. The happening that brings it stands beside each. */
export type Effect =
  /** `run` */
  | { readonly kind: 'run' }
  /** `mailMade` or `failed` */
  | { readonly kind: 'sendEmail'; readonly step: Step; readonly config: SendEmailConfig }
  /** `conditionEvaluated`, with the result of evaluateStep, or `failed` */
  | { readonly kind: 'evaluateCondition'; readonly step: Step; readonly config: ConditionConfig }
  /** `contactUpdated` or `failed` */
  | { readonly kind: 'updateContact'; readonly step: Step; readonly config: UpdateContactConfig }
  /** `callBegins`, then `callEnded` or `failed` */
  | { readonly kind: 'callWebhook'; readonly step: Step; readonly config: WebhookConfig; readonly attempt: number }
  /** `due` */
  | { readonly kind: 'wait'; readonly until: Date }
  /** `event`, of the first event from `since` to `until`, or `due` */
  | { readonly kind: 'waitForEvent'; readonly eventName: string; readonly since: Date; readonly until: Date }
  /** Nothing: it has ended. */
  | { readonly kind: 'finish'; readonly status: FinalStatus; readonly exitReason: string | null };

/** The effect follows from the state alone, so an execution that was interrupted anywhere is taken up with it. */
export function effectOf(graph: Graph, state: ExecutionState): Effect {
  if (!isActive(state)) return { kind: 'finish', status: state.status, exitReason: state.exitReason };
  const { open } = state;
  if (open.status === 'PENDING') return { kind: 'run' };
  if (open.executeAfter !== null && open.status === 'SCHEDULED')
    return { kind: 'wait', until: new Date(open.executeAfter) };
  if (open.scheduledFor !== null && open.waitingFor !== null) {
    const [since, until] = [new Date(state.arrivedAt), new Date(open.scheduledFor)];
    return { kind: 'waitForEvent', eventName: open.waitingFor, since, until };
  }
  return effectOfStep(stepAt(graph, state), open);
}

function effectOfStep(step: Step, { attempt }: OpenStep): Effect {
  const config = configOf(step).config;
  switch (config?.type) {
    case 'SEND_EMAIL':
      return { kind: 'sendEmail', step, config };
    case 'CONDITION':
      return { kind: 'evaluateCondition', step, config };
    case 'UPDATE_CONTACT':
      return { kind: 'updateContact', step, config };
    case 'WEBHOOK':
      return { kind: 'callWebhook', step, config, attempt };
    default:
      throw new Error(`a step ${step.type} does not stay open`);
  }
}

export function stepAt(graph: Graph, { stepId }: Pick<ExecutionState, 'stepId'>): Step {
  const step = stepById(graph, stepId);
  if (!step) throw new Error('an execution is at a step of its graph');
  return step;
}
