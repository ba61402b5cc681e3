import { expect, test } from 'vitest';
import { holdsMechanisms, spfLookUps, spfRecords } from './spf.ts';

test('only texts that begin with the version are SPF records', () => {
  const texts = ['v=spf1', 'V=SPF1 -all', 'v=spf10 -all', ' v=spf1 -all', 'google-site-verification=x'];

  expect(spfRecords(texts)).toEqual(['v=spf1', 'V=SPF1 -all']);
});

test.each<[record: string, ours: string, holds: boolean]>([
  ['v=spf1 include:relay.example ~all', 'include:relay.example', true],
  ['v=spf1 a mx +INCLUDE:Relay.Example. -all', 'include:relay.example', true],
  ['v=spf1  include:relay.example   ip4:192.0.2.1 -all', 'ip4:192.0.2.1 include:relay.example', true],
  ['v=spf1 include:relay.example -all', 'include:relay.example ip4:192.0.2.1', false],
  ['v=spf1 -include:relay.example -all', 'include:relay.example', false],
  ['v=spf1 include:relay.example.org -all', 'include:relay.example', false],
  ['v=spf1 a -all', 'a', true],
  ['v=spf1 a/24 -all', 'a', false],
])('%s holds %s: %s', (record, ours, holds) => {
  expect(holdsMechanisms(record, ours)).toBe(holds);
});

test.each<[record: string, own: number, targets: string[]]>([
  ['v=spf1 -all', 0, []],
  ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all', 0, []],
  ['v=spf1 a mx ptr exists:%{i}.x.example include:one.example -all', 5, ['one.example']],
  ['v=spf1 a:mail.example/24 mx:other.example -all', 2, []],
  ['v=spf1 redirect=two.example', 1, ['two.example']],
  ['v=spf1 -all redirect=two.example', 0, []],
  ['v=spf1 include:%{d}.example -all', 1, []],
  ['v=spf1 nonsense: ,,, exp=explain.example -all', 0, []],
])('%s needs %i look-ups itself (M11)', (record, own, targets) => {
  expect(spfLookUps(record)).toEqual({ own, targets });
});
