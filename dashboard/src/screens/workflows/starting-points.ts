import type { NewWorkflow } from '../../api/workflows.ts';

export interface StartingPoint extends NewWorkflow {
  readonly key: string;
  readonly title: string;
  readonly said: string;
}

/** Workflows to start from. Mail steps have no template yet: the project's own are chosen in the next step. */
export const startingPoints: readonly StartingPoint[] = [
  {
    key: 'welcome',
    title: 'Welcome',
    said: 'A mail at once, a second one two days later.',
    name: 'Welcome',
    eventName: 'signup',
    steps: [
      { step: { type: 'SEND_EMAIL', name: 'Welcome' } },
      { step: { type: 'DELAY', name: 'Wait 2 days', config: { amount: 2, unit: 'days' } } },
      { step: { type: 'SEND_EMAIL', name: 'First tip' } },
    ],
  },
  {
    key: 'follow-up',
    title: 'Follow-up',
    said: 'Asks three days after an order, and reminds those who do not answer within a week.',
    name: 'Order follow-up',
    eventName: 'order.delivered',
    steps: [
      { step: { type: 'DELAY', name: 'Wait 3 days', config: { amount: 3, unit: 'days' } } },
      { step: { type: 'SEND_EMAIL', name: 'How was it?' } },
      {
        step: {
          type: 'WAIT_FOR_EVENT',
          name: 'Wait for review.written',
          config: { eventName: 'review.written', timeout: 604_800 },
        },
      },
      { step: { type: 'SEND_EMAIL', name: 'A short reminder' }, branch: 'timeout' },
    ],
  },
  {
    key: 'win-back',
    title: 'Win back',
    said: 'Thirty days after someone cancelled, a mail to those who have not come back.',
    name: 'Win back',
    eventName: 'subscription.cancelled',
    steps: [
      { step: { type: 'DELAY', name: 'Wait 30 days', config: { amount: 30, unit: 'days' } } },
      {
        step: {
          type: 'CONDITION',
          name: 'Came back?',
          config: { field: 'event.subscription.started', operator: 'triggeredWithin', value: 30, unit: 'days' },
        },
      },
      { step: { type: 'SEND_EMAIL', name: 'We would like you back' }, branch: 'no' },
    ],
  },
];
