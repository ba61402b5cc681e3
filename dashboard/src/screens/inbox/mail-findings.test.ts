import { expect, test } from 'vitest';
import type { InboxMail } from '../../api/inbox.ts';
import { mailFindings } from './mail-findings.ts';

// Only the fields that decide; the rest of a mail says nothing here.
const mail = (fields: Partial<InboxMail>) =>
  ({ type: 'MARKETING', text: 'Hello', bodyExpired: false, warnings: [], links: [], ...fields }) as InboxMail;
const oneClick = [
  { name: 'List-Unsubscribe', value: '<https://example.com/u/1>' },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
];
const levels = (fields: Partial<InboxMail>, headers = oneClick) =>
  Object.fromEntries(mailFindings(mail(fields), headers).map(({ id, level }) => [id, level]));

test('marketing mail without one-click headers is a problem, transactional mail without them is not', () => {
  expect(levels({}).unsubscribe).toBe('pass');
  expect(levels({}, [])).toMatchObject({ unsubscribe: 'block' });
  expect(levels({}, oneClick.slice(0, 1))).toMatchObject({ unsubscribe: 'block' });
  expect(levels({ type: 'TRANSACTIONAL' }, [])).toMatchObject({ unsubscribe: 'note' });
});

test('the text part is there, missing, or not known any more', () => {
  expect(levels({}).text).toBe('pass');
  expect(levels({ text: '' }).text).toBe('warn');
  expect(levels({ text: null, bodyExpired: true }).text).toBe('unknown');
});

test('links without encryption and warnings of the rendering are told', () => {
  expect(levels({ links: [{ url: 'https://a.example/', clicks: 0 }] }).links).toBe('pass');
  expect(levels({ links: [{ url: 'http://a.example/', clicks: 0 }] }).links).toBe('warn');
  const warnings = [{ code: 'TIME_OUT', field: 'body', line: 3, message: 'Too slow.' }];
  expect(mailFindings(mail({ warnings }), oneClick)[0]).toMatchObject({
    level: 'warn',
    more: 'In body, line 3 (TIME_OUT).',
  });
});
