import { expect, test } from 'vitest';
import { kindOf } from './domain-lists.ts';
import { mailboxDomains } from './lists.ts';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['hotmial.con', 'hotmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['outlok.com', 'outlook.com'],
  ['gmx.ed', 'gmx.de'],
  ['gmail.com', null],
  ['email.com', null],
  ['acme.com', null],
  ['example.org', null],
  ['ab.de', null],
])('%s was meant to be %s', (domain, meant) => {
  expect(kindOf(domain).suggestion).toBe(meant);
});

test('no listed domain is taken for a slip of another, and none stands twice', () => {
  expect(mailboxDomains.filter((domain) => kindOf(domain).suggestion !== null)).toEqual([]);
  expect(new Set(mailboxDomains).size).toBe(mailboxDomains.length);
});

test('a name below a listed one is of its kind; one that only ends alike is not', () => {
  expect(kindOf('mailinator.com').isDisposable).toBe(true);
  expect(kindOf('a.b.mailinator.com').isDisposable).toBe(true);
  expect(kindOf('acme-mailinator.com').isDisposable).toBe(false);
  expect(kindOf('com').isDisposable).toBe(false);
});
