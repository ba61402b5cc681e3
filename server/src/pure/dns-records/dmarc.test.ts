import { describe, expect, test } from 'vitest';
import { type DmarcStep, dmarcPolicy, dmarcWalk, endsWalk, readDmarc } from './dmarc.ts';

describe('a record is read as RFC 9989 says (M3)', () => {
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
])('the walk of %s queries at most eight names (M3)', (domain, names) => {
  expect(dmarcWalk(domain)).toEqual(names);
});

const stepAt = (name: string, text: string): DmarcStep => {
  const record = readDmarc([text]);
  if (!record) throw new Error('the case needs a record');
  return { name, record };
};

test('a record of the domain itself counts, and ends the walk (M3)', () => {
  const own = stepAt('mail.acme.com', 'v=DMARC1; p=none; sp=reject');

  expect(endsWalk('mail.acme.com', own)).toBe(true);
  expect(dmarcPolicy('mail.acme.com', [own, stepAt('acme.com', 'v=DMARC1; p=reject')])).toBe('none');
});

test.each<[says: string, steps: DmarcStep[], policy: string | null]>([
  ['there is no record', [], null],
  ['the organisational domain has one policy', [stepAt('acme.com', 'v=DMARC1; p=reject')], 'reject'],
  ['it has another for names below', [stepAt('acme.com', 'v=DMARC1; p=reject; sp=none')], 'none'],
  [
    'the highest counts',
    [stepAt('b.acme.com', 'v=DMARC1; p=none'), stepAt('acme.com', 'v=DMARC1; p=reject')],
    'reject',
  ],
  [
    'psd=n marks the organisational domain',
    [stepAt('b.acme.com', 'v=DMARC1; p=none; psd=n'), stepAt('acme.com', 'v=DMARC1; p=reject')],
    'none',
  ],
  [
    'a suffix counts after names below it',
    [stepAt('acme.gov', 'v=DMARC1; p=none'), stepAt('gov', 'v=DMARC1; p=reject; psd=y')],
    'none',
  ],
  ['a suffix counts where nothing else does', [stepAt('gov', 'v=DMARC1; p=reject; psd=y')], 'reject'],
])('above the domain %s (M3)', (_says, steps, policy) => {
  expect(dmarcPolicy('a.b.acme.com', steps)).toBe(policy);
});

test('a record with psd=y or psd=n ends the walk, another does not (M3)', () => {
  expect(endsWalk('a.acme.com', stepAt('acme.com', 'v=DMARC1; p=none; psd=n'))).toBe(true);
  expect(endsWalk('a.acme.com', stepAt('com', 'v=DMARC1; p=none; psd=y'))).toBe(true);
  expect(endsWalk('a.acme.com', stepAt('acme.com', 'v=DMARC1; p=none'))).toBe(false);
});
