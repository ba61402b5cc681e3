import type { Graph, GraphStep, GraphTransition, StepType } from './workflow-graph.ts';

/** Graphs for tests: `step('a', 'DELAY')`, `way('a', 'b', 'yes')`. */
export const step = (id: string, type: StepType, config: GraphStep['config'] = {}): GraphStep => ({
  id,
  type,
  name: id,
  config,
  templateId: null,
});

export const way = (fromStepId: string, toStepId: string, branch: string | null = null): GraphTransition => ({
  id: `${fromStepId}-${branch ?? ''}-${toStepId}`,
  fromStepId,
  toStepId,
  branch,
  automatic: false,
});

/** Trigger, mail, a question; yes: call, wait for an event (mail, exit); no: mail. */
export const welcomeGraph: Graph = {
  steps: [
    step('trigger', 'TRIGGER', { eventName: 'signup' }),
    step('mail', 'SEND_EMAIL'),
    step('ask', 'CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }),
    step('call', 'WEBHOOK'),
    step('wait', 'WAIT_FOR_EVENT', { eventName: 'plan.upgraded', timeout: 604_800 }),
    step('done', 'EXIT'),
    step('late', 'SEND_EMAIL'),
    step('help', 'SEND_EMAIL'),
  ],
  transitions: [
    way('trigger', 'mail'),
    way('mail', 'ask'),
    way('ask', 'call', 'yes'),
    way('call', 'wait'),
    way('wait', 'done'),
    way('wait', 'late', 'timeout'),
    way('ask', 'help', 'no'),
  ],
};
