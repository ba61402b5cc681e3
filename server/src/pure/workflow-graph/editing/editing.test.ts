import { describe, expect, test } from 'vitest';
import { graphFrom, waysOf } from '#testing/graph-from';
import {
  autoConnectFrom,
  automaticEntry,
  branchesOf,
  changesMeaning,
  checkTransition,
  exceededLimit,
  type Graph,
  insertOn,
  removeStep,
  type Step,
  withAutomaticEntry,
} from '../index.ts';

const step = (id: string, type: Step['type'], config: Step['config'] = {}): Step => ({
  ...{ id, type, name: id, config, templateId: null },
});
const multi = { mode: 'multi', branches: [{ id: 'a' }, { id: 'b' }] };

describe('the branches of a step', () => {
  test.each([
    ['WAIT_FOR_EVENT', {}, ['event', 'timeout']],
    ['CONDITION', {}, ['yes', 'no']],
    ['CONDITION', multi, ['a', 'b', 'default']],
    ['CONDITION', { mode: 'multi' }, ['default']],
    ['DELAY', {}, []],
    ['EXIT', {}, []],
  ] as const)('%s %j', (type, config, branches) => {
    expect(branchesOf({ type, config: structuredClone(config) as Step['config'] })).toEqual(branches);
  });
});

describe('adding a transition (D-923)', () => {
  const graph = graphFrom(
    { a: 'DELAY', b: 'CONDITION', c: 'WAIT_FOR_EVENT', d: 'SEND_EMAIL', exit: 'EXIT', loose: 'DELAY' },
    [
      ['a', 'b'],
      ['b', 'c', 'yes'],
      ['c', 'd'],
    ],
    'a',
  );
  const check = (fromStepId: string, toStepId: string, branch: string | null = null): string => {
    const result = checkTransition(graph, { fromStepId, toStepId, branch });
    if (result.kind === 'refused') return result.rule;
    if (result.kind === 'wrong-branch') return result.code;
    if (result.kind === 'unknown-step') return result.key;
    return result.kind === 'existing' ? result.transition.id : `new ${result.branch}`;
  };

  test.each([
    ['a', 'a', null, 'SELF'],
    ['trigger', 'trigger', null, 'SELF'],
    ['exit', 'a', null, 'FROM_EXIT'],
    ['loose', 'trigger', null, 'INTO_TRIGGER'],
    ['d', 'a', null, 'CYCLE'],
    ['b', 'a', 'no', 'CYCLE'],
    ['a', 'd', null, 'BRANCH_TAKEN'],
    ['a', 'd', 'ignored', 'BRANCH_TAKEN'],
    ['b', 'd', 'yes', 'BRANCH_TAKEN'],
    ['c', 'exit', null, 'BRANCH_TAKEN'],
    ['c', 'exit', 'event', 'BRANCH_TAKEN'],
    ['c', 'exit', 'timeout', 'new timeout'],
    ['c', 'd', 'event', 'c>d'],
    ['b', 'c', 'yes', 'b>c'],
    ['b', 'c', 'no', 'new no'],
    ['b', 'd', null, 'required'],
    ['b', 'd', 'maybe', 'invalid_enum_value'],
    ['c', 'd', 'maybe', 'invalid_enum_value'],
    ['d', 'exit', 'ignored', 'new null'],
    ['trigger', 'loose', null, 'new null'],
    ['trigger', 'a', null, 'new null'],
    ['nowhere', 'a', null, 'fromStepId'],
    ['a', 'nowhere', null, 'toStepId'],
  ])('%s to %s on %s: %s', (from, to, branch, expected) => {
    expect(check(from, to, branch)).toBe(expected);
  });

  test('the transition of a caller from TRIGGER takes its only way', () => {
    const own = graphFrom({ a: 'DELAY', b: 'DELAY' }, [['trigger', 'a']]);

    expect(checkTransition(own, { fromStepId: 'trigger', toStepId: 'b', branch: null })).toEqual({
      ...{ kind: 'refused', rule: 'BRANCH_TAKEN' },
    });
  });
});

describe('the automatic entry (D-908)', () => {
  test.each<[name: string, graph: Graph, entry: string | null]>([
    ['the oldest step', graphFrom({ a: 'DELAY', b: 'DELAY' }, []), 'a'],
    ['the oldest without a transition from another step', graphFrom({ a: 'DELAY', b: 'DELAY' }, [['b', 'a']]), 'b'],
    ['its own transition does not count', graphFrom({ a: 'DELAY', b: 'DELAY' }, [], 'a'), 'a'],
    ['no step', graphFrom({}, []), null],
    ["a caller's transition", graphFrom({ a: 'DELAY', b: 'DELAY' }, [['trigger', 'b']]), null],
  ])('%s', (_name, graph, entry) => {
    expect(automaticEntry(graph)).toBe(entry);
  });

  test('it is added, moved with its id, and removed', () => {
    const added = withAutomaticEntry(graphFrom({ a: 'DELAY', b: 'DELAY' }, []), 'new');
    const moved = withAutomaticEntry(graphFrom({ a: 'DELAY', b: 'DELAY' }, [['b', 'a']], 'a'), 'new');
    const removed = withAutomaticEntry(graphFrom({ a: 'DELAY', b: 'DELAY' }, [['trigger', 'b']], 'a'), 'new');

    expect(waysOf(added)).toEqual(['trigger > a (automatic)']);
    expect(waysOf(moved)).toEqual(['b > a', 'trigger > b (automatic)']);
    expect(moved.transitions[1]?.id).toBe('trigger>a');
    expect(waysOf(removed)).toEqual(['trigger > b']);
    expect(withAutomaticEntry(added, 'other')).toBe(added);
  });
});

describe('removing a step (D-922)', () => {
  const graph = graphFrom({ a: 'CONDITION', b: 'DELAY', c: 'WAIT_FOR_EVENT', d: 'EXIT', e: 'EXIT' }, [
    ['a', 'b', 'yes'],
    ['a', 'c', 'no'],
    ['b', 'c'],
    ['c', 'd', 'event'],
    ['c', 'e', 'timeout'],
  ]);
  const after = (id: string, splice: boolean): string[] | string => {
    const result = removeStep(graph, id, { splice });
    return result.ok ? waysOf(result.graph) : result.reason;
  };

  test('takes its transitions with it, and with splice leads the incoming ones to its successor', () => {
    expect(after('b', false)).toEqual(['a:no > c', 'c:event > d', 'c:timeout > e']);
    expect(after('b', true)).toEqual(['a:yes > c', 'a:no > c', 'c:event > d', 'c:timeout > e']);
    expect(after('d', true)).toEqual(['a:yes > b', 'a:no > c', 'b > c', 'c:timeout > e']);
    expect(after('c', true)).toBe('STEP_NOT_SPLICEABLE');
    expect(after('c', false)).toEqual(['a:yes > b']);
    expect(after('trigger', true)).toBe('TRIGGER_NOT_DELETABLE');
    expect(after('nowhere', true)).toBe('unknown-step');
  });
});

describe('inserting a step', () => {
  const graph = graphFrom({ a: 'CONDITION', b: 'DELAY', old: 'DELAY' }, [['a', 'b', 'no']], 'a');
  const after = (transitionId: string, added: Step): string[] | string => {
    const result = insertOn(graph, transitionId, added, 'new');
    return result.ok ? waysOf(withAutomaticEntry(result.graph, 'x')) : result.reason;
  };

  test('takes the place of a transition and keeps its branch', () => {
    expect(after('a>b', step('n', 'DELAY'))).toEqual(['a:no > n', 'trigger > a (automatic)', 'n > b']);
    expect(after('a>b', step('n', 'CONDITION'))).toContain('n:yes > b');
    expect(after('a>b', step('n', 'CONDITION', multi))).toContain('n:a > b');
    expect(after('a>b', step('n', 'WAIT_FOR_EVENT'))).toContain('n:event > b');
    expect(after('a>b', step('n', 'EXIT'))).toBe('exit-step');
    expect(after('nowhere', step('n', 'DELAY'))).toBe('unknown-transition');
  });

  test('on the automatic entry makes it an entry of the caller, whatever loose steps there are', () => {
    expect(after('trigger>a', step('n', 'DELAY'))).toEqual(['a:no > b', 'trigger > n', 'n > a']);
  });
});

describe('connecting a new step by itself (D-921)', () => {
  test.each<[name: string, graph: Graph, from: ReturnType<typeof autoConnectFrom>]>([
    ['no step', graphFrom({}, []), null],
    ['the newest end', graphFrom({ a: 'DELAY', b: 'DELAY' }, []), { fromStepId: 'b', branch: null }],
    ['an end before others', graphFrom({ a: 'DELAY', b: 'DELAY' }, [['b', 'a']]), { fromStepId: 'a', branch: null }],
    ['a wait', graphFrom({ a: 'WAIT_FOR_EVENT', c: 'CONDITION', e: 'EXIT' }, []), { fromStepId: 'a', branch: 'event' }],
  ])('%s', (_name, graph, from) => {
    expect(autoConnectFrom(graph)).toEqual(from);
  });
});

describe('the version (D-933)', () => {
  const base = graphFrom({ a: 'WAIT_FOR_EVENT', b: ['SEND_EMAIL', { x: 1, y: [2] }, 't'] }, [['a', 'b']], 'a');
  const change = (over: Partial<Graph>): boolean => changesMeaning(base, { ...base, ...over });
  const withStep = (over: Partial<Step>): boolean =>
    change({ steps: base.steps.map((known) => (known.id === 'b' ? { ...known, ...over } : known)) });

  test('grows with every change of meaning', () => {
    expect(withStep({ config: { x: 1, y: [3] } })).toBe(true);
    expect(withStep({ templateId: 'other' })).toBe(true);
    expect(withStep({ id: 'c' })).toBe(true);
    expect(change({ steps: [...base.steps, step('c', 'EXIT')] })).toBe(true);
    expect(change({ transitions: base.transitions.slice(1) })).toBe(true);
    expect(change({ trigger: { type: 'MANUAL', config: null } })).toBe(true);
    expect(change({ trigger: { type: 'EVENT', config: { eventName: 'other' } } })).toBe(true);
    expect(change({ transitions: base.transitions.map((way) => ({ ...way, branch: 'timeout' })) })).toBe(true);
  });

  test('does not grow with names, order, ids of transitions and other words for the same', () => {
    expect(withStep({ name: 'New', config: { y: [2], x: 1 } })).toBe(false);
    expect(change({ steps: base.steps.toReversed() })).toBe(false);
    expect(change({ transitions: base.transitions.map((way) => ({ ...way, id: 'x', automatic: false })) })).toBe(false);
    expect(
      change({ transitions: base.transitions.map((way) => (way.automatic ? way : { ...way, branch: 'event' })) }),
    ).toBe(false);
  });
});

describe('the limits of a workflow (D-909)', () => {
  const withSteps = (count: number, bytes = 0): Graph => ({
    ...graphFrom({}, []),
    steps: [
      step('trigger', 'TRIGGER'),
      ...Array.from({ length: count }, (_, index) => step(`${index}`, 'EXIT', { reason: 'x'.repeat(bytes) })),
    ],
  });
  const withWays = (count: number): Graph => ({
    ...graphFrom({ a: 'DELAY' }, [], 'a'),
    transitions: [
      ...graphFrom({ a: 'DELAY' }, [], 'a').transitions,
      ...Array.from({ length: count }, (_, index) => ({
        ...{ id: `${index}`, fromStepId: 'a', toStepId: 'b', branch: null, automatic: false },
      })),
    ],
  });

  test.each([
    [withSteps(100), null],
    [withSteps(101), 'steps'],
    [withWays(200), null],
    [withWays(201), 'transitions'],
    [withSteps(17, 60_000), null],
    [withSteps(18, 60_000), 'config'],
  ])('%#: %s', (graph, limit) => {
    expect(exceededLimit(graph)).toBe(limit);
  });
});
