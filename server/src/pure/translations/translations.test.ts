import { expect, test } from 'vitest';
import { fillText, findTranslation } from './index.ts';

test.each([
  ['Acme', 'Hello Acme of Acme'],
  ['{project}', 'Hello {project} of {project}'],
  ['{host}', 'Hello {host} of {host}'],
  ["$& $1 $$ $` $'", "Hello $& $1 $$ $` $' of $& $1 $$ $` $'"],
  ['', 'Hello  of '],
])('the value %j is inserted as it is', (project, filled) => {
  expect(fillText('Hello {project} of {project}', { project, host: 'acme.example' })).toBe(filled);
});

const words = new Map([
  ['en', 'yes'],
  ['pt', 'sim'],
  ['fr', 'oui'],
]);

test.each([
  [['pt'], 'sim'],
  [['pt-BR'], 'sim'],
  [['PT_br'], 'sim'],
  [['tlh', null, '', 'fr', 'en'], 'oui'],
  [['__proto__'], undefined],
  [[], undefined],
])('for the languages %j the word is %s', (languages, word) => {
  expect(findTranslation(words, languages)).toBe(word);
});
