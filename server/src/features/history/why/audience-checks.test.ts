import { expect, test } from 'vitest';
import { explain, storedCondition } from '#pure/conditions';
import { audienceChecks } from './audience-checks.ts';
import { mayHaveChanged } from './may-have-changed.ts';
import { ruleText } from './rule-text.ts';

const sentAt = new Date('2026-03-01T10:00:00Z');
const is = (key: string, value: string) => ({ field: `data.${key}`, operator: 'equals', value });
const signedUp = { field: 'event.signup', operator: 'triggered' };
const ofList = { field: 'segment.0197c0c2-7d11-7a52-8c0e-3b1f5a9d2e70', operator: 'memberOfSegment' };

/** The results of the rules for a contact with `plan` pro and `city` Bonn, by path. */
function resultsOf(
  condition: object,
  { updatedAt = new Date('2026-02-01T10:00:00Z') } = {},
  segment: Parameters<typeof mayHaveChanged>[1]['options']['segment'] = () => ({ kind: 'list' }),
) {
  const tree = storedCondition(condition);
  const contact = {
    email: 'ada@example.com',
    subscribed: true,
    createdAt: new Date('2026-01-01T10:00:00Z'),
    updatedAt,
    data: { plan: 'pro', city: 'Bonn' },
  };
  const explanation = explain(tree, {
    now: sentAt,
    contact,
    lastEventAt: () => undefined,
    isDeletedKey: () => false,
    segment: (id) => {
      const source = segment(id);
      return source.kind === 'list' ? { kind: 'member', isMember: false } : source;
    },
  });
  const facts = { updatedAt, sentAt, options: { segment, deletedKeys: new Set(['gone']) } };
  const checks = audienceChecks({
    tree,
    explanation,
    mayHaveChanged: (filter) => mayHaveChanged(filter, facts),
    textOf: (filter) => ruleText(filter, () => null),
  });
  return Object.fromEntries(checks.map(({ path, result }) => [path, result]));
}

const changed = { updatedAt: new Date('2026-03-01T10:00:01Z') };

test.each([
  ['all rules of a condition that fails', [is('plan', 'pro'), is('city', 'Rome')], {}, ['pass', 'fail']],
  ['a changed contact', [is('plan', 'pro'), is('city', 'Rome')], changed, ['unknown', 'unknown']],
  ['the creation of a changed contact', [{ field: 'createdAt', operator: 'exists' }], changed, ['pass']],
  ['an event', [signedUp], {}, ['unknown']],
  ['a list', [ofList], {}, ['unknown']],
  ['a removed field', [is('gone', 'x')], {}, ['unknown']],
])('rules are reported in order: %s', (_, filters, contact, results) => {
  const shown = resultsOf({ logic: 'AND', groups: [{ filters }] }, contact);

  expect(shown).toEqual(Object.fromEntries(results.map((result, index) => [`groups.0.filters.${index}`, result])));
});

test('a segment by a condition is as certain as its rules', () => {
  const tree = (filters: object[]) => storedCondition({ logic: 'AND', groups: [{ filters }] });
  const audience = { logic: 'AND', groups: [{ filters: [ofList] }] };
  const kept = (filters: object[], contact = {}) =>
    resultsOf(audience, contact, () => ({ kind: 'tree', tree: tree(filters) }));

  expect(kept([is('plan', 'pro')])).toEqual({ 'groups.0.filters.0': 'pass' });
  expect(kept([is('plan', 'free')])).toEqual({ 'groups.0.filters.0': 'fail' });
  expect(kept([is('plan', 'free')], changed)).toEqual({ 'groups.0.filters.0': 'unknown' });
  expect(kept([is('plan', 'pro'), signedUp])).toEqual({ 'groups.0.filters.0': 'unknown' });
  expect(resultsOf(audience, {}, () => ({ kind: 'missing' }))).toEqual({ 'groups.0.filters.0': 'fail' });
});

test('an alternative that fails is left out where another one holds or may have held (D-840)', () => {
  const either = (...groups: object[]) => ({ logic: 'OR', groups });
  const [holds, fails] = [{ filters: [is('plan', 'pro')] }, { filters: [is('city', 'Rome')] }];

  expect(resultsOf(either(fails, holds))).toEqual({ 'groups.1.filters.0': 'pass' });
  expect(resultsOf(either(fails, { filters: [signedUp] }))).toEqual({ 'groups.1.filters.0': 'unknown' });
  expect(resultsOf(either(fails, fails))).toEqual({ 'groups.0.filters.0': 'fail', 'groups.1.filters.0': 'fail' });
  const nested = { logic: 'AND', groups: [{ filters: [is('plan', 'pro')], conditions: either(fails, fails) }] };
  expect(resultsOf(nested)).toEqual({
    'groups.0.filters.0': 'pass',
    'groups.0.conditions.groups.0.filters.0': 'fail',
    'groups.0.conditions.groups.1.filters.0': 'fail',
  });
});
