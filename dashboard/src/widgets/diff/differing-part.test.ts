import { expect, test } from 'vitest';
import { differingPart } from './differing-part.ts';

test('the doubled domain is what differs', () => {
  expect(differingPart('pr1._domainkey.example.org', 'pr1._domainkey.example.org.example.org')).toEqual({
    start: 'pr1._domainkey.example.org',
    different: '.example.org',
    end: '',
  });
});

test('the pieces of the found text put together are the found text', () => {
  const pairs: [string, string][] = [
    ['v=spf1 ~all', 'v=spf1 -all'],
    ['aaa', 'aaaa'],
    ['aaaa', 'aaa'],
    ['', 'x'],
    ['x', ''],
    ['same', 'same'],
  ];
  for (const [expected, found] of pairs) {
    const { start, different, end } = differingPart(expected, found);
    expect(start + different + end).toBe(found);
  }
});

test('equal texts differ in nothing', () => {
  expect(differingPart('same', 'same').different).toBe('');
});
