import { expect, test } from 'vitest';
import { classifyDomain } from './domain-lists.ts';
import mailboxDomains from './mailbox-domains.json' with { type: 'json' };
import relayDomains from './relay-domains.json' with { type: 'json' };

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['hotmial.con', 'hotmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['outlok.com', 'outlook.com'],
  ['gmx.ed', 'gmx.de'],
  ['gmx.dt', 'gmx.de'], // as near to gmx.at, which fewer people use
  ['gmail.com', null],
  ['email.com', null],
  ['acme.com', null],
  ['example.org', null],
  ['ab.de', null],
])('the suggestion for %s is %s (D-421)', (domain, expected) => {
  expect(classifyDomain(domain).suggestion).toBe(expected);
});

test('no listed domain is taken for a typo of another', () => {
  expect(mailboxDomains.filter((domain) => classifyDomain(domain).suggestion !== null)).toEqual([]);
});

test.each([
  ['mailbox', mailboxDomains],
  ['relay', relayDomains],
])('the %s domains are lower case, and none is listed twice', (_name, domains) => {
  expect(domains.filter((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))).toEqual([]);
  expect(new Set(domains).size).toBe(domains.length);
});

test('relay domains are sorted', () => {
  expect(relayDomains).toEqual(relayDomains.toSorted());
});

test('a subdomain of a listed domain is of its kind; a domain with the same ending is not (D-421)', () => {
  expect(classifyDomain('mailinator.com').isDisposable).toBe(true);
  expect(classifyDomain('a.b.mailinator.com').isDisposable).toBe(true);
  expect(classifyDomain('acme-mailinator.com').isDisposable).toBe(false);
  expect(classifyDomain('com').isDisposable).toBe(false);
  expect(classifyDomain('a.duck.com').isAlias).toBe(true);
  expect(classifyDomain('aduck.com').isAlias).toBe(false);
});
