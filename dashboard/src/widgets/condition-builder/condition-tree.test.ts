import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { components } from '../../../../sdk/src/schema.ts';
import { anyCondition, rule, rulesOf } from './any-condition.ts';
import { checkCondition, limits } from './condition-check.ts';
import {
  addGroup,
  addOr,
  addRule,
  type Condition,
  countRules,
  emptyRule,
  type Group,
  nest,
  newCondition,
  pathOf,
  type Rule,
  type RuleAt,
  removeGroup,
  removeRule,
  ruleAt,
  setLogic,
  setRule,
} from './condition-tree.ts';

const one = (name: string): Condition => ({ logic: 'AND', groups: [{ filters: [rule(name)] }] });
const at = (level: number[], group: number, number: number): RuleAt => ({ level, group, rule: number });

describe('the tree', () => {
  it('has the shape the API takes', () => {
    const sent: components['schemas']['Condition'] = newCondition();
    const received: Condition = sent;
    expect(received.groups).toHaveLength(1);
  });

  it('names places as the API does', () => {
    expect(pathOf({ level: [], group: 0 })).toBe('groups.0');
    expect(pathOf(at([1, 0], 2, 3))).toBe('groups.1.conditions.groups.0.conditions.groups.2.filters.3');
  });

  it('gets rules, groups and nested rules', () => {
    let tree = addRule(one('a'), { level: [], group: 0 });
    tree = addGroup(tree, []);
    tree = nest(tree, { level: [], group: 1 });
    tree = nest(tree, { level: [], group: 1 });
    expect(countRules(tree)).toBe(5);
    expect(tree.groups[1]?.conditions).toEqual({
      logic: 'OR',
      groups: [{ filters: [emptyRule] }, { filters: [emptyRule] }],
    });
    expect(setLogic(tree, [1], 'AND').groups[1]?.conditions?.logic).toBe('AND');
    expect(setLogic(tree, [], 'OR').logic).toBe('OR');
  });
});

describe('+ or', () => {
  it('beside a lone rule makes a second group and turns the level to or', () => {
    expect(addOr(one('a'), at([], 0, 0))).toEqual({
      logic: 'OR',
      groups: [{ filters: [rule('a')] }, { filters: [emptyRule] }],
    });
  });

  it('beside a rule among others makes nested rules of the two', () => {
    const tree: Condition = { logic: 'AND', groups: [{ filters: [rule('a'), rule('b')] }] };
    expect(addOr(tree, at([], 0, 1)).groups[0]).toEqual({
      filters: [rule('a')],
      conditions: { logic: 'OR', groups: [{ filters: [rule('b')] }, { filters: [emptyRule] }] },
    });
  });

  it('does not change what another group of an and level means', () => {
    const tree: Condition = { logic: 'AND', groups: [{ filters: [rule('a')] }, { filters: [rule('b')] }] };
    const next = addOr(tree, at([], 0, 0));
    expect(next.logic).toBe('AND');
    expect(next.groups[1]).toEqual({ filters: [rule('b')] });
    expect(next.groups[0]?.conditions?.logic).toBe('OR');
  });

  it('beside a group that has nested rules asks for both', () => {
    const nested: Condition = { logic: 'OR', groups: [{ filters: [rule('c')] }, { filters: [rule('d')] }] };
    const tree: Condition = { logic: 'AND', groups: [{ filters: [rule('a'), rule('b')], conditions: nested }] };
    const group = addOr(tree, at([], 0, 0)).groups[0];
    expect(group?.filters).toEqual([rule('b')]);
    expect(group?.conditions?.logic).toBe('AND');
    expect(group?.conditions?.groups[0]).toEqual({ filters: [], conditions: nested });
  });

  it('always adds exactly one rule, keeps the others, and leaves nothing that the API refuses', () => {
    fc.assert(
      fc.property(anyCondition, fc.nat(), (tree, pick) => {
        const rules = rulesOf(tree);
        const chosen = rules[pick % rules.length];
        if (!chosen) return;
        const next = addOr(tree, chosen.at);
        expect(countRules(next)).toBe(countRules(tree) + 1);
        for (const { rule: old } of rules) expect(rulesOf(next).filter((found) => found.rule === old)).toHaveLength(1);
        expect(hasEmptyGroup(next)).toBe(false);
      }),
    );
  });

  it('means what it meant, while the new rule holds for no one', () => {
    fc.assert(
      fc.property(anyCondition, fc.nat(), fc.func(fc.boolean()), (tree, pick, truth) => {
        const rules = rulesOf(tree);
        const chosen = rules[pick % rules.length];
        if (!chosen) return;
        const holds = (found: Rule) => found !== emptyRule && truth(String(found.value));
        expect(isTrue(addOr(tree, chosen.at), holds)).toBe(isTrue(tree, holds));
      }),
    );
  });
});

describe('removing', () => {
  it('the last rule leaves an empty one to start from', () => {
    expect(removeRule(one('a'), at([], 0, 0))).toEqual(newCondition());
    expect(removeGroup(one('a'), { level: [], group: 0 })).toEqual(newCondition());
  });

  it('one of two alternatives lifts the other into the group', () => {
    const nested: Condition = { logic: 'OR', groups: [{ filters: [rule('b')] }, { filters: [rule('c')] }] };
    const tree: Condition = { logic: 'AND', groups: [{ filters: [rule('a')], conditions: nested }] };
    expect(removeRule(tree, at([0], 1, 0))).toEqual({ logic: 'AND', groups: [{ filters: [rule('a'), rule('b')] }] });
  });

  it('takes exactly the rule it was asked to take', () => {
    fc.assert(
      fc.property(anyCondition, fc.nat(), (tree, pick) => {
        const rules = rulesOf(tree);
        const chosen = rules[pick % rules.length];
        if (!chosen || rules.length < 2) return;
        const left = rulesOf(removeRule(tree, chosen.at)).map((found) => found.rule);
        expect(new Set(left)).toEqual(new Set(rules.map((found) => found.rule).filter((old) => old !== chosen.rule)));
        expect(hasEmptyGroup(removeRule(tree, chosen.at))).toBe(false);
      }),
    );
  });

  it('takes a group with everything in it', () => {
    fc.assert(
      fc.property(anyCondition, (tree) => {
        const gone = countRules({ logic: 'AND', groups: tree.groups.slice(0, 1) });
        const expected = countRules(tree) - gone;
        expect(countRules(removeGroup(tree, { level: [], group: 0 }))).toBe(expected || 1);
      }),
    );
  });
});

describe('changing a rule', () => {
  it('changes that rule and no other', () => {
    fc.assert(
      fc.property(anyCondition, fc.nat(), (tree, pick) => {
        const rules = rulesOf(tree);
        const chosen = rules[pick % rules.length];
        if (!chosen) return;
        const changed = rule('changed');
        const next = setRule(tree, chosen.at, changed);
        expect(ruleAt(next, chosen.at)).toBe(changed);
        expect(rulesOf(next).filter((found, place) => found.rule !== rules[place]?.rule)).toHaveLength(1);
      }),
    );
  });
});

describe('the check before saving', () => {
  const problemOf = (found: Rule) => checkCondition({ logic: 'AND', groups: [{ filters: [found] }] })[0]?.message;

  it.each<[Rule, string | undefined]>([
    [emptyRule, 'Choose a field.'],
    [{ field: 'data.plan', operator: 'equals' }, 'A value is needed.'],
    [{ field: 'data.plan', operator: 'equals', value: '' }, 'A value is needed.'],
    [{ field: 'data.plan', operator: 'equals', value: 'x'.repeat(1001) }, 'At most 1000 characters.'],
    [{ field: 'data.plan', operator: 'equals', value: false }, undefined],
    [{ field: 'data.seats', operator: 'greaterThan', value: 0 }, undefined],
    [{ field: 'data.plan', operator: 'exists' }, undefined],
    [{ field: 'event.signup', operator: 'triggered' }, undefined],
    [{ field: 'createdAt', operator: 'within', value: 0, unit: 'days' }, 'A number above 0 is needed.'],
    [{ field: 'createdAt', operator: 'within', value: 'ten', unit: 'days' }, 'A number above 0 is needed.'],
    [{ field: 'createdAt', operator: 'within', value: 3 }, 'Choose minutes, hours or days.'],
    [{ field: 'createdAt', operator: 'within', value: limits.days, unit: 'days' }, undefined],
    [{ field: 'createdAt', operator: 'within', value: limits.days + 1, unit: 'days' }, 'At most 36500 days.'],
    [{ field: 'segment.1', operator: 'memberOfSegment' }, undefined],
  ])('%j', (found, message) => {
    expect(problemOf(found)).toBe(message);
  });

  it('names the place, and counts rules, groups and depth', () => {
    const nested: Condition = { logic: 'OR', groups: [{ filters: [rule('a')] }, { filters: [emptyRule] }] };
    const tree: Condition = { logic: 'AND', groups: [{ filters: [], conditions: nested }] };
    expect(checkCondition(tree)).toEqual([
      { path: 'groups.0.conditions.groups.1.filters.0', message: 'Choose a field.' },
    ]);
    const many: Group[] = Array.from({ length: 101 }, () => ({ filters: [rule('a')] }));
    expect(checkCondition({ logic: 'OR', groups: many })).toEqual([{ path: '', message: 'At most 100 groups.' }]);
    const rules = Array.from({ length: 201 }, () => rule('a'));
    expect(checkCondition({ logic: 'OR', groups: [{ filters: rules }] })).toEqual([
      { path: '', message: 'At most 200 rules.' },
    ]);
    let deep = one('a');
    for (let level = 1; level <= 10; level++) deep = { logic: 'OR', groups: [{ filters: [], conditions: deep }] };
    expect(checkCondition(deep).map((problem) => problem.message)).toEqual(['Rules nest at most 10 deep.']);
  });
});

function hasEmptyGroup(tree: Condition): boolean {
  return tree.groups.some((group) => (group.conditions ? hasEmptyGroup(group.conditions) : group.filters.length === 0));
}

function isTrue(tree: Condition, holds: (found: Rule) => boolean): boolean {
  const results = tree.groups.map(
    (group) => group.filters.every(holds) && (!group.conditions || isTrue(group.conditions, holds)),
  );
  return tree.logic === 'OR' ? results.some(Boolean) : results.every(Boolean);
}
