import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { indexOf, rangeOf, replacementFor } from './editor-errors.ts';

const text = (source: string): Text => Text.of(source.split('\n'));
const underlined = (source: string, line: number, column: number): string => {
  const doc = text(source);
  const { from, to } = rangeOf(doc, { line, column, message: '' });
  return doc.sliceString(from, to);
};

test('the word at the place of the error is underlined', () => {
  expect(underlined('<p>\n{{ carrier | capitlize }}</p>', 2, 14)).toBe('capitlize');
  expect(underlined('a {% if b %} c', 1, 3)).toBe('{% if b %}');
  expect(underlined('{{ a ?? there }}', 1, 9)).toBe('there');
});

test('columns count characters, not units of UTF-16', () => {
  expect(underlined('\u{1f33b}\u{1f33b} {{ a | nope }}', 1, 11)).toBe('nope');
});

test('a place outside the text ends up inside it', () => {
  const doc = text('one\ntwo');
  expect(indexOf(doc, 9, 9)).toBe(7);
  expect(indexOf(doc, 0, 0)).toBe(0);
  expect(underlined('one\ntwo', 9, 9)).toBe('o');
  expect(underlined('', 1, 1)).toBe('');
});

test('a misspelt filter has a replacement, other errors have none', () => {
  expect(replacementFor("Unknown filter 'capitlize'.")).toEqual({ wrong: 'capitlize', right: 'capitalize' });
  expect(replacementFor("Unknown filter 'zzzzzz'.")).toBeNull();
  expect(replacementFor("Tag 'if' is never closed.")).toBeNull();
});
