import { expect, test } from 'vitest';
import type { Config, StepType } from '../graph/workflow-graph.ts';
import { configOf, jsonProblem, objectProblem, valuesOf } from './step-values.ts';

const roundTrip = (type: StepType, config: Config): Config =>
  configOf(type, valuesOf({ name: 'a', templateId: null, config }));

const stored: [StepType, Config][] = [
  ['SEND_EMAIL', { recipient: { type: 'CONTACT' } }],
  [
    'SEND_EMAIL',
    { recipient: { type: 'CUSTOM', customEmail: '{{ boss }}' }, from: 'a@b.test', fromName: 'A', replyTo: 'c@b.test' },
  ],
  ['DELAY', { amount: 1.5, unit: 'hours' }],
  ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 604_800 }],
  ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 90 }],
  ['WAIT_FOR_EVENT', { eventName: 'paid' }],
  ['CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }],
  ['CONDITION', { field: 'data.beds', operator: 'greaterThan', value: 3 }],
  ['CONDITION', { field: 'subscribed', operator: 'equals', value: true }],
  ['CONDITION', { field: 'event.paid', operator: 'triggeredWithin', value: 3, unit: 'hours' }],
  ['CONDITION', { field: 'data.plan', operator: 'notExists' }],
  [
    'CONDITION',
    {
      mode: 'multi',
      field: 'data.plan',
      branches: [
        { id: 'a', name: 'Pro', operator: 'equals', value: 'pro' },
        { id: 'b', operator: 'exists' },
      ],
    },
  ],
  [
    'CONDITION',
    {
      logic: 'AND',
      groups: [
        {
          filters: [
            { field: 'email', operator: 'exists' },
            { field: 'data.a', operator: 'equals', value: 1 },
          ],
        },
      ],
    },
  ],
  ['CONDITION', {}],
  [
    'WEBHOOK',
    {
      url: 'https://example.com/{{ id }}',
      method: 'PUT',
      headers: { 'x-a': '1' },
      body: { a: ['{{ email }}'] },
      saveAs: 'answer',
      onFailure: 'continue',
    },
  ],
  ['UPDATE_CONTACT', { updates: { a: 'x', b: 2, c: false, d: null, e: { f: [1] } }, subscriptionAction: 'subscribe' }],
  ['UPDATE_CONTACT', { subscriptionAction: 'unsubscribe' }],
  ['UPDATE_CONTACT', {}],
  ['EXIT', { reason: 'bought' }],
  ['EXIT', {}],
];

test.each(stored)('%s %o comes back from its form as it was', (type, config) => {
  expect(roundTrip(type, config)).toEqual(config);
});

test('what the form adds to a config is the default of the server', () => {
  expect(roundTrip('WEBHOOK', { url: 'https://a.test/' })).toEqual({
    url: 'https://a.test/',
    method: 'POST',
    onFailure: 'fail',
  });
  expect(roundTrip('UPDATE_CONTACT', { data: { a: 1 } })).toEqual({ updates: { a: 1 }, subscriptionAction: 'none' });
});

test('a tree in its second form is stored in the first', () => {
  const rule = { field: 'email', operator: 'exists' };
  const tree = { logic: 'OR', groups: [{ filters: [rule] }, { filters: [rule] }] };
  expect(roundTrip('CONDITION', { condition: tree })).toEqual(tree);
  expect(roundTrip('CONDITION', { logic: 'OR', groups: [{ filters: [rule] }] })).toEqual(rule);
});

test('JSON is checked before it is sent', () => {
  expect(jsonProblem('')).toBeNull();
  expect(jsonProblem('{"a": "{{ b }}"}')).toBeNull();
  expect(jsonProblem('{"a": {{ b }}}')).toContain('not valid JSON');
  expect(objectProblem('[1]')).toContain('object');
  expect(objectProblem('{"a":1}')).toBeNull();
});
