import { expect, test } from 'vitest';
import { changeWords, consentWords, creationWords, unchangedWords } from './subscription-words.ts';

const of = (data: Record<string, unknown> | null) => ({ data });

test.each([
  [{ source: 'page', reason: 'one_click' }, 'by the person, with the one-click button of the mailbox'],
  [{ source: 'page', reason: 'link' }, 'by the person, with the link in a mail'],
  [{ source: 'feedback', reason: 'complaint' }, 'because the person marked a mail as spam'],
  [{ source: 'bulk' }, 'by a change of many contacts'],
  [{ source: 'page', reason: 'new reason' }, 'by the person'],
  [{}, 'by something that was not recorded'],
])('%j: %s', (data, words) => {
  expect(changeWords(of(data))).toBe(words);
});

test('says why a contact that nobody changed is not subscribed', () => {
  expect(unchangedWords(of({ source: 'send' }), false)).toBe('Created by a send, so not subscribed.');
  expect(unchangedWords(of({ source: 'import' }), false)).toBe('So since the contact was created by an import.');
  expect(unchangedWords(of({ source: 'send' }), true)).toBe('So since the contact was created by a send.');
  expect(unchangedWords(null, true)).toBe('It has not changed since the contact was created.');
});

test('a source that is not known is not made up', () => {
  expect(creationWords(of({ source: 'elsewhere' }))).toBeNull();
  expect(creationWords(of(null))).toBeNull();
});

test.each([
  [{ source: 'page', reason: 'link', by: { kind: 'link' } }, 'by the person, with the link in a mail'],
  [{ source: 'api', reason: null, by: { kind: 'user', name: 'Ines Duarte' } }, 'by Ines Duarte'],
  [{ source: 'import', reason: null, by: { kind: 'user', name: 'Ines Duarte' } }, 'by Ines Duarte, with an import'],
  [{ source: 'api', reason: null, by: { kind: 'user', name: null } }, 'by a member of the team who has left'],
  [{ source: 'api', reason: null, by: { kind: 'key' } }, 'with the secret key'],
  [{ source: 'track', reason: null, by: { kind: 'public-key' } }, 'by a tracked event'],
  [{ source: 'workflow', reason: null, by: { kind: 'workflow' } }, 'by a workflow'],
  [{ source: 'api', reason: 'earlier', by: null }, 'before changes were recorded'],
] as const)('%j: %s', (record, words) => {
  expect(consentWords({ ...record, by: record.by && { userId: null, name: null, ...record.by } })).toBe(words);
});
