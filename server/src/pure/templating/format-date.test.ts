import { expect, test } from 'vitest';
import { formatDate } from './format-date.ts';

const settings = { mode: 'text', now: new Date('2026-03-01T09:30:05.000Z'), locale: 'en' } as const;
const summer = '2026-07-04T21:05:09Z';

const forms: [form: string, result: string][] = [
  ['%a %A %b %B', 'Sat Saturday Jul July'],
  ['%d %e %H %I %j %m %M %p %S %y %Y', '04  4 21 09 185 07 05 PM 09 26 2026'],
  ['%z %Z %%', '+0000 UTC %'],
  ['%-d.%-m. %_m %05d %^b %3H', '4.7.  7 00004 JUL 021'],
  ['%999Y', '0000002026'],
  ['%Q %', '%Q %'],
];

test.each(forms)('%s is written as %s', (form, result) => {
  expect(formatDate(summer, form, undefined, settings)).toBe(result);
});

const inputs: [input: unknown, zone: string | undefined, result: unknown][] = [
  ['2026-12-31', undefined, '2026-12-31 00:00 +0000'],
  ['2026-12-31', 'America/New_York', '2026-12-31 00:00 -0500'],
  ['2026-07-01', 'Europe/Berlin', '2026-07-01 00:00 +0200'],
  ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01 00:30 +0100'],
  ['2026-12-31 23:30+05:30', undefined, '2026-12-31 18:00 +0000'],
  ['2026-03-29T01:30:00.5Z', 'Europe/Berlin', '2026-03-29 03:30 +0200'],
  ['now', 'Asia/Kolkata', '2026-03-01 15:00 +0530'],
  ['0099-03-01', undefined, '0099-03-01 00:00 +0000'],
  ['2026-03-01T09:30:00Z', 'Mars/Olympus', '2026-03-01 09:30 +0000'],
  ['2026-03-01T09:30:00Z', '../../etc/localtime', '2026-03-01 09:30 +0000'],
  ['2026-02-30', undefined, '2026-02-30'],
  ['2026-03-01T09:30', undefined, '2026-03-01T09:30'],
  ['2026-03-01T25:00:00Z', undefined, '2026-03-01T25:00:00Z'],
  ['soon', undefined, 'soon'],
  [5, undefined, 5],
  [null, undefined, null],
  [['2026-03-01'], undefined, ['2026-03-01']],
];

test.each(inputs)('%j in %s is %j', (input, zone, result) => {
  expect(formatDate(input, '%Y-%m-%d %H:%M %z', zone, settings)).toEqual(result);
});

const languages: [locale: string, form: string, result: string][] = [
  ['de', '%A, %-d. %B', 'Samstag, 4. Juli'],
  ['fr', '%A %-d %B', 'samedi 4 juillet'],
  ['pl', '%-d %B', '4 lipca'],
  ['pl', '%B', 'lipiec'],
  ['pt_BR', '%B', 'julho'],
  ['fa', '%B', 'ژوئیه'],
  ['ja', '%B%-d日 %A', '7月4日 土曜日'],
  ['xx-unknown-!', '%B', 'July'],
  ['tlh', '%B', 'July'],
];

test.each(languages)('in %s, %s is %s', (locale, form, result) => {
  expect(formatDate(summer, form, undefined, { ...settings, locale })).toBe(result);
});

test('an empty form and no form leave the value as it is', () => {
  expect(formatDate(summer, '', undefined, settings)).toBe(summer);
  expect(formatDate(summer, undefined, undefined, settings)).toBe(summer);
});
