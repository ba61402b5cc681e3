import { describe, expect, it } from 'vitest';
import { checkCondition } from './condition-check.ts';
import {
  builtInFields,
  type ConditionField,
  chosenOperator,
  type FieldType,
  fieldOf,
  measuresTime,
  operatorChoices,
  takesValue,
  withField,
  withOperator,
} from './condition-fields.ts';
import type { Operator, Rule } from './condition-tree.ts';

const types: FieldType[] = ['string', 'boolean', 'number', 'date', 'event', 'segment'];
const operators: Operator[] = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'exists',
  'notExists',
  'within',
  'olderThan',
  'triggered',
  'notTriggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
  'memberOfSegment',
  'notMemberOfSegment',
];
const plan: ConditionField = { field: 'data.plan', label: 'plan', kind: 'data', type: 'string' };

describe('operators', () => {
  it.each(types)('every one offered for %s comes back from the rule it makes', (type) => {
    for (const choice of operatorChoices(type, { field: 'data.x', operator: 'exists' })) {
      const made = withOperator({ field: 'data.x', operator: 'equals' }, choice);
      expect(chosenOperator(type, made)).toMatchObject({ operator: choice.operator, words: choice.words });
      expect(operatorChoices(type, made).map((one) => one.key)).toContain(choice.key);
    }
  });

  it.each(types.flatMap((type) => operators.map((operator) => [type, operator] as const)))(
    'a %s rule with %s keeps its operator and has words for it',
    (type, operator) => {
      const rule: Rule = { field: 'data.x', operator, value: '5' };
      const chosen = chosenOperator(type, rule);
      expect(chosen.operator).toBe(operator);
      expect(chosen.words).not.toBe('');
      expect(operatorChoices(type, rule)).toContainEqual(chosen);
    },
  );

  it('all 19 are offered somewhere', () => {
    const offered = new Set(
      types.flatMap((type) => operatorChoices(type, { field: '', operator: 'exists' }).map((one) => one.operator)),
    );
    expect([...offered].sort()).toEqual([...operators].sort());
  });

  it('makes a rule that needs at most a value', () => {
    for (const type of types) {
      for (const choice of operatorChoices(type, { field: '', operator: 'exists' })) {
        const made = withOperator({ field: 'data.x', operator: 'exists' }, choice);
        const problems = checkCondition({ logic: 'AND', groups: [{ filters: [made] }] });
        const isOpen = takesValue(made.operator) && !measuresTime(made.operator) && choice.value === undefined;
        expect(problems.map((problem) => problem.message)).toEqual(isOpen ? ['A value is needed.'] : []);
      }
    }
  });

  it('keeps a value that still makes sense, and no other', () => {
    const is: Rule = { field: 'data.plan', operator: 'equals', value: 'pro' };
    const [, isNot] = operatorChoices('string', is);
    expect(isNot && withOperator(is, isNot)).toEqual({ ...is, operator: 'notEquals' });
    const within: Rule = { field: 'createdAt', operator: 'within', value: 3, unit: 'hours' };
    const [, older, before] = operatorChoices('date', within);
    expect(older && withOperator(within, older)).toEqual({ ...within, operator: 'olderThan' });
    expect(before && withOperator(within, before)).toEqual({ field: 'createdAt', operator: 'lessThan' });
  });
});

describe('fields', () => {
  it('are found under every name the API takes', () => {
    const fields = [...builtInFields, plan];
    const name = (field: string, operator: Operator) => fieldOf({ field, operator }, fields)?.field;
    expect(name('plan', 'equals')).toBe('data.plan');
    expect(name('contact.data.plan', 'equals')).toBe('data.plan');
    expect(name('contact.subscribed', 'equals')).toBe('subscribed');
    expect(name('purchase', 'triggered')).toBe('event.purchase');
    expect(name('event.email.opened', 'triggered')).toBe('email.open');
    expect(name('email.clicked', 'triggered')).toBe('email.click');
    expect(name('contact.subscribed', 'triggered')).toBe('event.contact.subscribed');
    expect(name('', 'equals')).toBeUndefined();
  });

  it('are described by their name when they are not known', () => {
    expect(fieldOf({ field: 'data.size', operator: 'greaterThan', value: 3 }, [])).toMatchObject({
      label: 'size',
      type: 'number',
    });
    expect(fieldOf({ field: 'event.a.b', operator: 'notTriggered' }, [])).toMatchObject({
      label: 'a.b',
      kind: 'event',
    });
    expect(fieldOf({ field: 'event.total', operator: 'greaterThan', value: 3 }, [])).toMatchObject({ kind: 'context' });
    expect(fieldOf({ field: 'segment.1', operator: 'memberOfSegment' }, [])).toMatchObject({ type: 'segment' });
  });

  it('start with the first operator of their type and no value', () => {
    const date: ConditionField = { field: 'createdAt', label: 'date added', kind: 'contact', type: 'date' };
    const rule: Rule = { field: 'data.plan', operator: 'equals', value: 'pro' };
    expect(withField(rule, date, plan)).toEqual({ field: 'createdAt', operator: 'within', value: 30, unit: 'days' });
    expect(withField(rule, { ...plan, field: 'data.zone' }, plan)).toEqual({ field: 'data.zone', operator: 'equals' });
  });
});
