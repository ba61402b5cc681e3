import { describe, expect, test } from 'vitest';
import type { DmarcStep } from './dmarc.ts';
import { dmarcPolicy, dmarcWalk, endsWalk, readDmarc } from './dmarc.ts';

describe('M3: a record is read as RFC 9989 says', () => {
  test.each<[texts: string[], policy: string | undefined]>([
    [['v=DMARC1; p=none'], 'none'],
    [['v=DMARC1;p=reject;rua=mailto:a@b.example'], 'reject'],
    [[' v = DMARC1 ; p = Quarantine '], 'quarantine'],
    [['v=DMARC1; rua=mailto:a@b.example; p=reject'], 'reject'],
    [['v=DMARC1'], 'none'],
    [['v=DMARC1; p=nonsense; rua=mailto:a@b.example'], 'none'],
    [['v=DMARC1; p=nonsense'], undefined],
    [['v=dmarc1; p=none'], undefined],
    [['p=none; v=DMARC1'], undefined],
    [['v=DMARC12; p=none'], undefined],
    [['v=DMARC1; p=none; p=reject'], undefined],
    [['v=spf1 -all', 'v=DMARC1; p=reject'], 'reject'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], undefined],
    [['v=DMARC1; p=reject; pct=20; ri=1; unknown=1'], 'reject'],
    [[], undefined],
  ])('%j means %s', (texts, policy) => {
    expect(readDmarc(texts)?.policy).toBe(policy);
  });
});

test.each([
  ['acme.com', ['acme.com', 'com']],
  ['a.b.acme.com', ['a.b.acme.com', 'b.acme.com', 'acme.com', 'com']],
  [
    'a.b.c.d.e.f.g.h.i.j.mail.example.com',
    [
      'a.b.c.d.e.f.g.h.i.j.mail.example.com',
      'g.h.i.j.mail.example.com',
      'h.i.j.mail.example.com',
      'i.j.mail.example.com',
      'j.mail.example.com',
      'mail.example.com',
      'example.com',
      'com',
    ],
  ],
])('M3: the walk of %s asks at most eight names', (domain, names) => {
  expect(dmarcWalk(domain)).toEqual(names);
});

const met = (name: string, text: string): DmarcStep => {
  const record = readDmarc([text]);
  if (!record) throw new Error('the case needs a record');
  return { name, record };
};

test('M3: a record of the domain itself counts, and ends the walk', () => {
  const own = met('mail.acme.com', 'v=DMARC1; p=none; sp=reject');

  expect(endsWalk('mail.acme.com', own)).toBe(true);
  expect(dmarcPolicy('mail.acme.com', [own, met('acme.com', 'v=DMARC1; p=reject')])).toBe('none');
});

test.each<[says: string, steps: DmarcStep[], policy: string | null]>([
  ['nothing was met', [], null],
  ['the organisational domain has one policy', [met('acme.com', 'v=DMARC1; p=reject')], 'reject'],
  ['it has another for names below', [met('acme.com', 'v=DMARC1; p=reject; sp=none')], 'none'],
  ['the highest counts', [met('b.acme.com', 'v=DMARC1; p=none'), met('acme.com', 'v=DMARC1; p=reject')], 'reject'],
  [
    'psd=n marks the organisational domain',
    [met('b.acme.com', 'v=DMARC1; p=none; psd=n'), met('acme.com', 'v=DMARC1; p=reject')],
    'none',
  ],
  [
    'a suffix counts after names below it',
    [met('acme.gov', 'v=DMARC1; p=none'), met('gov', 'v=DMARC1; p=reject; psd=y')],
    'none',
  ],
  ['a suffix counts where nothing else does', [met('gov', 'v=DMARC1; p=reject; psd=y')], 'reject'],
])('M3: above the domain %s', (_says, steps, policy) => {
  expect(dmarcPolicy('a.b.acme.com', steps)).toBe(policy);
});

test('M3: a record that says what it is ends the walk, another does not', () => {
  expect(endsWalk('a.acme.com', met('acme.com', 'v=DMARC1; p=none; psd=n'))).toBe(true);
  expect(endsWalk('a.acme.com', met('com', 'v=DMARC1; p=none; psd=y'))).toBe(true);
  expect(endsWalk('a.acme.com', met('acme.com', 'v=DMARC1; p=none'))).toBe(false);
});
