import { expect, test } from 'vitest';
import { covers, matchingNames, patternChoices, typedPattern, withPattern } from './event-patterns.ts';

test.each([
  ['*', 'order.paid', true],
  ['order.*', 'order.paid', true],
  ['order.*', 'order', false],
  ['order.*', 'orders.paid', false],
  ['order.paid', 'order.paid', true],
  ['order.paid', 'order', false],
])('%s matches %s: %s', (pattern, name, isMatch) => {
  expect(covers(pattern, name)).toBe(isMatch);
});

test('a wider choice takes the place of narrower ones, and a narrower one that of the wider', () => {
  expect(withPattern(['email.bounce', 'signup'], 'email.*')).toEqual(['signup', 'email.*']);
  expect(withPattern(['*'], 'email.bounce')).toEqual(['email.bounce']);
  expect(withPattern(['email.bounce', 'signup'], '*')).toEqual(['*']);
  expect(withPattern(['signup'], 'signup')).toEqual(['signup']);
});

test('the names of the project are offered once', () => {
  const values = patternChoices(['email.sent', 'signup']).map(({ value }) => value);

  expect(values.filter((value) => value === 'email.sent')).toHaveLength(1);
  expect(values.at(-1)).toBe('signup');
});

test('what is typed is bounded', () => {
  expect(typedPattern(' order.* ')?.value).toBe('order.*');
  expect(typedPattern('x'.repeat(256))).toBeNull();
  expect(typedPattern('  ')).toBeNull();
});

test('names that an endpoint is called for hold the chosen ones that were never recorded', () => {
  expect(matchingNames(['order.*', 'signup'], ['order.paid', 'visit'])).toEqual(['signup', 'order.paid']);
});
