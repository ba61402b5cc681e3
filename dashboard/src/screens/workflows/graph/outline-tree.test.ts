import { expect, test } from 'vitest';
import { itemsOf, type OutlineRun, outlineOf } from './outline-tree.ts';
import { step, way, welcomeGraph } from './sample-graph.ts';

/** An outline as nested names: `ask{yes: a b | no: -}`. */
const drawn = (run: OutlineRun): string => {
  const items = run.items.map(({ step: { id }, branches }) =>
    branches.length === 0
      ? id
      : `${id}{${branches.map(({ name, run: inner }) => `${name}: ${drawn(inner)}`).join(' | ')}}`,
  );
  const end = run.end.kind === 'joins' ? `->${run.end.number}` : run.end.kind === 'open' ? '+' : '';
  return [...items, end].filter((part) => part !== '').join(' ');
};

test('branches are nested in the order of the step, each with its own end', () => {
  expect(drawn(outlineOf(welcomeGraph).main)).toBe(
    'trigger mail ask{yes: call wait{event: done | timeout: late +} | no: help +}',
  );
});

test('steps are numbered in the order in which they are read', () => {
  expect(itemsOf(outlineOf(welcomeGraph)).map(({ number, step: { id } }) => `${number} ${id}`)).toEqual([
    '1 trigger',
    '2 mail',
    '3 ask',
    '4 call',
    '5 wait',
    '6 done',
    '7 late',
    '8 help',
  ]);
});

test('a step that two ways lead to stands once; the second way names its number', () => {
  const graph = {
    steps: [
      step('t', 'TRIGGER'),
      step('ask', 'CONDITION'),
      step('a', 'DELAY'),
      step('b', 'DELAY'),
      step('end', 'DELAY'),
    ],
    transitions: [way('t', 'ask'), way('ask', 'a', 'yes'), way('ask', 'b', 'no'), way('a', 'end'), way('b', 'end')],
  };
  expect(drawn(outlineOf(graph).main)).toBe('t ask{yes: a end + | no: b ->4}');
});

test('every step stands exactly once, also what no way leads to', () => {
  const graph = {
    steps: [step('t', 'TRIGGER'), step('a', 'DELAY'), step('x', 'DELAY'), step('y', 'CONDITION'), step('z', 'EXIT')],
    transitions: [way('t', 'a'), way('x', 'y'), way('y', 'z', 'no')],
  };
  const outline = outlineOf(graph);
  expect(drawn(outline.main)).toBe('t a +');
  expect(outline.loose.map(drawn)).toEqual(['x y{yes: + | no: z}']);
  expect(itemsOf(outline)).toHaveLength(5);
});

test('a branch that the step no longer has is shown as gone', () => {
  const ask = step('ask', 'CONDITION', { mode: 'multi', field: 'data.plan', branches: [{ id: 'pro' }] });
  const outline = outlineOf({
    steps: [step('t', 'TRIGGER'), ask, step('a', 'DELAY')],
    transitions: [way('t', 'ask'), way('ask', 'a', 'team')],
  });
  const branches = outline.main.items[1]?.branches ?? [];
  expect(branches.map(({ name, isGone }) => [name, isGone])).toEqual([
    ['pro', false],
    ['default', false],
    ['team', true],
  ]);
});

test('a slot on a way is that way; at an end it names step and branch', () => {
  const [trigger, , ask] = outlineOf(welcomeGraph).main.items;
  expect(trigger?.slot).toEqual({ kind: 'edge', transitionId: 'trigger--mail', fromStepId: 'trigger', branch: null });
  expect(ask?.slot).toBeNull();
  expect(ask?.branches[1]?.run.end).toEqual({ kind: 'open', slot: { kind: 'end', fromStepId: 'help', branch: null } });
});
