import { limits } from '#pure/limits';
import { TemplateFault } from './template-error.ts';

/** A position in the source that advances while an expression is read. */
export interface Cursor {
  readonly source: string;
  readonly end: number;
  at: number;
  /** Shared by all expressions of a text. */
  readonly budget: { terms: number };
}

const blank = /\s*/y;
const shownWord = /[\p{L}\p{M}\p{N}_-]{1,30}|./uy;

/** Counts one value, filter or path step against the budget. */
export function spend(cursor: Cursor): void {
  cursor.budget.terms += 1;
  if (cursor.budget.terms > limits.templateTerms)
    throw new TemplateFault(cursor.at, 'The expressions of the text are too long.', undefined, 'too_big');
}

/** White space up to the end of the part. */
export function skipBlank(cursor: Cursor): void {
  blank.lastIndex = cursor.at;
  blank.exec(cursor.source);
  cursor.at = Math.min(cursor.end, blank.lastIndex);
}

/** The match at the cursor, after white space; the cursor moves past it. The pattern is sticky. */
export function take(cursor: Cursor, pattern: RegExp): string | null {
  skipBlank(cursor);
  return takeHere(cursor, pattern);
}

/** The same without skipping white space. */
export function takeHere(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = cursor.at < cursor.end ? pattern.exec(cursor.source)?.[0] : undefined;
  if (found === undefined || found === '' || cursor.at + found.length > cursor.end) return null;
  cursor.at += found.length;
  return found;
}

export function isAtEnd(cursor: Cursor): boolean {
  skipBlank(cursor);
  return cursor.at >= cursor.end;
}

/** Fails when something is left over. */
export function expectEnd(cursor: Cursor, suggestion?: string): void {
  if (isAtEnd(cursor)) return;
  const { at } = cursor;
  throw new TemplateFault(at, `Unexpected '${take(cursor, shownWord) ?? ''}'.`, suggestion);
}
