import { expect, test } from 'vitest';
import { welcomeGraph } from '../graph/sample-graph.ts';
import { clocksOf, momentsOf, pathAt, type WalkedStep } from './simulated-path.ts';

const start = '2026-11-12T14:00:00.000Z';
const later = '2026-11-16T18:00:00.000Z';
const walked: WalkedStep[] = [
  { stepId: 'trigger', startedAt: start, completedAt: start, branch: null },
  { stepId: 'mail', startedAt: start, completedAt: start, branch: null },
  { stepId: 'ask', startedAt: start, completedAt: start, branch: 'yes' },
  { stepId: 'call', startedAt: start, completedAt: start, branch: null },
  { stepId: 'wait', startedAt: start, completedAt: later, branch: 'event' },
  { stepId: 'done', startedAt: later, completedAt: later, branch: null },
];

test('the path is lit as far as the clock has come', () => {
  const early = pathAt(welcomeGraph, walked, Date.parse(start));
  expect([...early.steps]).toEqual(['trigger', 'mail', 'ask', 'call', 'wait']);
  expect(early.transitions.has('wait--done')).toBe(false);
  expect([...pathAt(welcomeGraph, walked, Date.parse(later)).transitions]).toEqual([
    'trigger--mail',
    'mail--ask',
    'ask-yes-call',
    'call--wait',
    'wait--done',
  ]);
});

test('a branch that was not taken stays dark', () => {
  const { steps, transitions } = pathAt(welcomeGraph, walked, Date.parse(later));
  expect(steps.has('help')).toBe(false);
  expect(transitions.has('ask-no-help')).toBe(false);
});

test('the clock stops where something happens, each moment once', () => {
  expect(momentsOf(walked, start, later)).toEqual([Date.parse(start), Date.parse(later)]);
});

test('only the first step and those that took time carry a clock', () => {
  expect([...clocksOf(walked, start)]).toEqual([
    ['trigger', 0],
    ['wait', 360_000],
  ]);
});
