import { escapeHtml, print } from './print.ts';
import { readChain } from './resolve.ts';

const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_-]*`;
const later = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*`;
const literal = String.raw`"[^"]*"|'[^']*'|-?\d{1,30}(?:\.\d{1,30})?|true|false`;

/**
 * `{{name}}`, `{{first name}}`, `{{a.b}}` and the same with `?? "literal"`.
 * Why it is safe on any text: words, white space and dots never overlap, so each position is read once.
 */
const simpleOutput = new RegExp(
  String.raw`\{\{\s*(${word}(?:\s+${later})*(?:\.${word})*)\s*(?:\?\?\s*(${literal})\s*)?\}\}`,
  'gu',
);

/** The fallback for a text that cannot be run: simple outputs are filled in, everything else stays (D-536). */
export function plainSubstitution(source: string, values: object, mode: 'html' | 'text'): string {
  return source.replace(simpleOutput, (_whole, name: string, fallback: string | undefined) => {
    const value = readChain(values, name.replace(/\s+/g, ' ')) ?? literalText(fallback);
    const text = print(value);
    return mode === 'html' ? escapeHtml(text) : text;
  });
}

const literalText = (literal: string | undefined): string =>
  literal === undefined ? '' : literal.replace(/^(["'])(.*)\1$/su, '$2');
