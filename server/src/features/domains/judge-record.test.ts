import { describe, expect, test } from 'vitest';
import type { DnsAnswer } from '#platform/dns';
import type { ExpectedRecord, RecordFinding } from './domain.ts';
import { findingAfter, judgeRecord, shownValues } from './judge-record.ts';

const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(9);
const base = { priority: null, required: true };
const ownership: ExpectedRecord = {
  ...base,
  purpose: 'OWNERSHIP',
  type: 'TXT',
  name: '_postrider.acme.com',
  value: 'postrider-verification=abc',
};
const dkim: ExpectedRecord = {
  ...base,
  purpose: 'DKIM',
  type: 'TXT',
  name: 'postrider._domainkey.acme.com',
  value: `v=DKIM1; k=rsa; p=${key}`,
};
const returnPath: ExpectedRecord = {
  ...base,
  purpose: 'RETURN_PATH',
  type: 'MX',
  name: 'bounce.acme.com',
  value: 'in.postrider.example',
  priority: 10,
};
const spf: ExpectedRecord = {
  ...base,
  purpose: 'SPF',
  type: 'TXT',
  name: 'bounce.acme.com',
  value: 'v=spf1 include:relay.example ~all',
};
const tracking: ExpectedRecord = {
  ...base,
  purpose: 'TRACKING',
  type: 'CNAME',
  name: 'links.acme.com',
  value: 'track.example',
};

const found = (...values: string[]): DnsAnswer<string> => ({ kind: 'found', values });
const absent: DnsAnswer<string> = { kind: 'absent' };
const silent: DnsAnswer<string> = { kind: 'unanswered', reason: 'ETIMEOUT' };

describe('right is (D-704)', () => {
  test.each<[name: string, record: ExpectedRecord, values: string[], isRight: boolean]>([
    ['our challenge among others', ownership, ['x', ownership.value], true],
    ['not the challenge of another project', ownership, ['postrider-verification=other'], false],
    ['our key, tags in any order', dkim, [`k=rsa;p=${key};v=DKIM1`], true],
    ['our key in any form of host', returnPath, ['20 IN.postrider.example.'], true],
    ['not our host beside another', returnPath, ['10 in.postrider.example', '20 mx.other.example'], false],
    ['one SPF record with our mechanism', spf, ['v=spf1 a include:relay.example -all', 'other text'], true],
    ['not two SPF records', spf, ['v=spf1 include:relay.example ~all', 'v=spf1 -all'], false],
    ['an alias to our host', tracking, ['Track.Example.'], true],
  ])('%s', (_name, record, values, isRight) => {
    expect(judgeRecord(record, [found(...values)]).verdict).toBe(isRight ? 'right' : 'wrong');
  });
});

test.each<[answers: DnsAnswer<string>[], verdict: string]>([
  [[found(ownership.value)], 'right'],
  [[absent, found(ownership.value)], 'right'],
  [[silent, found(ownership.value)], 'right'],
  [[absent, absent], 'wrong'],
  [[found('x'), absent], 'wrong'],
  [[absent, silent], 'unknown'],
  [[found('x'), silent], 'unknown'],
  [[silent, silent], 'unknown'],
  [[], 'unknown'],
])('%j is %s (D-708)', (answers, verdict) => {
  expect(judgeRecord(ownership, answers).verdict).toBe(verdict);
});

describe('the message (D-706)', () => {
  test.each<[name: string, record: ExpectedRecord, values: string[], message: RegExp]>([
    ['quotation marks', ownership, [`"${ownership.value}"`], /quotation marks/],
    [
      'quotation marks around two parts',
      dkim,
      [`"v=DKIM1; k=rsa; p=${key.slice(0, 200)}" "${key.slice(200)}"`],
      /quotation marks/,
    ],
    ['quotation marks in SPF', spf, ['"v=spf1 include:relay.example ~all"'], /quotation marks/],
    ['a cut', dkim, [dkim.value.slice(0, 255)], /cut off after 255 characters/],
    ['two SPF records', spf, ['v=spf1 include:relay.example ~all', 'v=spf1 -all'], /two SPF records/],
    ['what SPF lacks', spf, ['v=spf1 -all'], /lacks include:relay\.example/],
    ['another key', dkim, ['v=DKIM1; p=abc'], /^Another key/],
    ['another value', ownership, ['hello'], /^Another value/],
    ['other mail servers', returnPath, ['10 in.postrider.example', '5 mx.example'], /only one/],
    ['another mail server', returnPath, ['5 mx.example'], /^Points to another host/],
    ['another alias', tracking, ['other.example'], /^Points to another host/],
  ])('names %s', (_name, record, values, message) => {
    expect(judgeRecord(record, [found(...values)]).message).toMatch(message);
  });
});

describe('what is known of a record', () => {
  const before: RecordFinding = {
    purpose: 'OWNERSHIP',
    name: ownership.name,
    value: ownership.value,
    status: 'verified',
    found: [ownership.value],
    message: null,
  };
  const after = (answers: DnsAnswer<string>[], known: RecordFinding[], isThorough = false) =>
    findingAfter(judgeRecord(ownership, answers), known, isThorough);

  test('stays when no server answers, whatever it was', () => {
    expect(after([silent, silent], [before])).toBe(before);
    expect(after([silent], [])).toMatchObject({ status: 'pending', found: [] });
  });

  test('stays verified when only one server answers, and shows its answer otherwise', () => {
    expect(after([found('x'), silent], [before])).toBe(before);
    expect(after([found('x'), silent], [])).toMatchObject({ status: 'mismatch', found: ['x'] });
  });

  test('is dropped when another value is expected now', () => {
    expect(after([silent], [{ ...before, value: 'of another setting' }])).toMatchObject({ status: 'pending' });
  });

  test('keeps the better explanation while a quick check sees the same', () => {
    const explained: RecordFinding = { ...before, status: 'pending', found: [], message: 'It stands elsewhere.' };

    expect(after([absent], [explained]).message).toBe('It stands elsewhere.');
    expect(after([absent], [explained], true).message).toBeNull();
    expect(after([found('x')], [explained]).message).toMatch(/^Another value/);
  });
});

test('hostile values are few, short and clean when they are stored (T38)', () => {
  const hostile = Array.from({ length: 30 }, (_, index) => `${index}\u0000\ud800${'x'.repeat(3_000)}`);

  const shown = shownValues([found(...hostile), found(...hostile)]);

  expect(shown).toHaveLength(10);
  expect(shown.every((text) => text.length <= 1_000 && text.isWellFormed() && !text.includes('\u0000'))).toBe(true);
});
