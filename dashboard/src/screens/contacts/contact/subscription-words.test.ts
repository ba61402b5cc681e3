import { expect, test } from 'vitest';
import { changeWords, creationWords, unchangedWords } from './subscription-words.ts';

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
