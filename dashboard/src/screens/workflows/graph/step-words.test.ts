import { expect, test } from 'vitest';
import { step } from './sample-graph.ts';
import { branchWord, meaningOf, secondsWords, suggestedName } from './step-words.ts';
import type { Config, StepType } from './workflow-graph.ts';

const cases: [StepType, Config, string][] = [
  ['TRIGGER', { eventName: 'signup' }, 'event signup'],
  ['TRIGGER', { eventName: null }, 'no event yet'],
  ['SEND_EMAIL', {}, 'no template yet'],
  ['DELAY', { amount: 2, unit: 'days' }, '2 days from entering this step'],
  ['DELAY', { amount: 1, unit: 'hours' }, '1 hour from entering this step'],
  ['DELAY', {}, 'no time yet'],
  ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 604_800 }, 'for paid, at most 7 days'],
  ['WAIT_FOR_EVENT', { eventName: 'paid' }, 'for paid, at most 365 days'],
  ['CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }, 'If plan is pro'],
  ['CONDITION', { field: 'event.garden.created', operator: 'triggered' }, 'If garden.created has happened'],
  [
    'CONDITION',
    { field: 'createdAt', operator: 'within', value: 3, unit: 'days' },
    'If createdAt is within the last 3 days',
  ],
  ['CONDITION', { field: 'data.beds', operator: 'equals', value: false }, 'If beds is false'],
  ['CONDITION', {}, 'no question yet'],
  ['CONDITION', { mode: 'multi', field: 'data.plan', branches: [{ id: 'a' }, { id: 'b' }] }, 'By plan, 3 ways'],
  ['WEBHOOK', { url: 'https://example.com/hooks' }, 'POST example.com/hooks'],
  ['WEBHOOK', {}, 'no address yet'],
  ['UPDATE_CONTACT', { updates: { a: 1 }, subscriptionAction: 'subscribe' }, 'sets a and subscribes'],
  ['UPDATE_CONTACT', {}, 'changes nothing yet'],
  ['EXIT', {}, 'leaves the workflow'],
  ['EXIT', { reason: 'bought' }, 'leaves with “bought”'],
];

test.each(cases)('%s %o means %s', (type, config, words) => {
  expect(meaningOf(step('a', type, config))).toBe(words);
});

test('a tree says its first rule and how many more there are', () => {
  const rule = { field: 'data.plan', operator: 'equals', value: 'pro' };
  const tree = {
    logic: 'AND',
    groups: [{ filters: [rule], conditions: { logic: 'OR', groups: [{ filters: [rule, rule] }] } }],
  };
  expect(meaningOf(step('a', 'CONDITION', tree))).toBe('If plan is pro, and 2 more');
  expect(meaningOf(step('a', 'CONDITION', { condition: tree }))).toBe('If plan is pro, and 2 more');
});

test.each([
  [0, 'at once'],
  [45, '45 seconds'],
  [3_600, '1 hour'],
  [533_400, '6 days 4 hours'],
  [86_401, '1 day'],
])('%d seconds are %s', (seconds, words) => {
  expect(secondsWords(seconds)).toBe(words);
});

test('branches have the same words everywhere', () => {
  const multi = { mode: 'multi', branches: [{ id: 'a', name: 'Pro plans' }, { id: 'b' }] };
  expect(['event', 'timeout'].map((branch) => branchWord(step('w', 'WAIT_FOR_EVENT'), branch))).toEqual([
    'it happened',
    'time-out',
  ]);
  expect(['a', 'b', 'default'].map((branch) => branchWord(step('c', 'CONDITION', multi), branch))).toEqual([
    'Pro plans',
    'b',
    'none of these',
  ]);
});

test('a step without a typed name is named after what it does', () => {
  expect(suggestedName('DELAY', { amount: 2, unit: 'days' }, null)).toBe('Wait 2 days');
  expect(suggestedName('SEND_EMAIL', {}, 'Welcome, day 0')).toBe('Welcome, day 0');
  expect(suggestedName('CONDITION', { field: 'data.plan', operator: 'exists' }, null)).toBe('If plan is set');
});
