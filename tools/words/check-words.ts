import type { TextFile } from '../source/read-documents.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { type RefusedWord, refusedInNames, refusedInProse } from './refused-words.ts';

/**
 * Every use of a refused word, a line each with the word to use instead. Names in SQL are stored, parameters of functions
 * included: a replaced function must keep them.
 */
export function checkWords(sources: readonly SourceFile[], documents: readonly TextFile[]): string[] {
  const own = sources.filter(({ path, isGenerated }) => !isGenerated && !isExempt(path));
  return [
    ...own.flatMap(({ path, code }) => [...inNames(path, path), ...(path.endsWith('.sql') ? [] : inNames(path, code))]),
    ...own.flatMap((file) => inProse(file.path, commentsOf(file))),
    ...documents.filter(({ path }) => !isExempt(path)).flatMap(({ path, text }) => inProse(path, text)),
  ];
}

/** History is not rewritten: migrations have run, the change log says what was. These pages name the words themselves. */
const isExempt = (path: string): boolean =>
  /^(?:server\/migrations|tools\/words)\//.test(path) ||
  ['CHANGELOG.md', 'docs/glossary.md', 'docs/decisions/0003-layers.md'].includes(path);

/** The text without everything that is left when its comments are blanked. */
const commentsOf = ({ text, statements }: SourceFile): string =>
  text
    .split('')
    .map((unit, at) => (unit === statements[at] ? ' ' : unit))
    .join('');

function inNames(path: string, text: string): string[] {
  const names = (text.match(/[A-Za-z_]+/g) ?? []).map(wordsOf);
  const [first, all] = [new Set(names.map(([word]) => word)), new Set(names.flat())];
  return complaints(
    path,
    refusedInNames.filter(({ word, isPrefix }) => (isPrefix ? first : all).has(word)),
  );
}

const wordsOf = (name: string): string[] => (name.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

function inProse(path: string, text: string): string[] {
  const plain = text.toLowerCase();
  return complaints(
    path,
    refusedInProse.filter(({ word }) => new RegExp(`\\b${word}\\b`).test(plain)),
  );
}

const complaints = (path: string, found: readonly RefusedWord[]): string[] =>
  found.map(({ word, instead }) => `${path}: "${word}": say ${instead}`);
