import type { JsonObject } from '#pure/custom-fields';
import type { MailBatch } from './mail-batch.ts';

/** All texts, for all recipients together. */
const textCharacters = 16 * 1024;
/** What all outputs may add, for all recipients together. */
const valueCharacters = 4 * 1024;
const maxTags = 20;

/**
 * Whether texts take a few milliseconds at most, so that the change of thread would cost more: short ones with nothing but
 * outputs, fallbacks and simple conditions. They have no loops, no filters and no variables of their own, so each tag runs once
 * and prints one value.
 */
export function areQuick(texts: readonly string[], scopes: readonly JsonObject[]): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters * scopes.length > textCharacters) return false;
  const tags = texts.flatMap(tagsIn);
  if (tags.length === 0) return true;
  if (tags.length > maxTags || !tags.every((tag) => simpleTag.test(tag))) return false;
  const max = valueCharacters / (tags.length * scopes.length);
  return scopes.every((values) => Object.values(values).every((value) => charactersLeft(value, max) >= 0));
}

/** The same of subject and body for all recipients. */
export const isQuick = ({ subject, body, recipients }: MailBatch): boolean =>
  areQuick(
    [subject, body],
    recipients.map(({ values }) => values),
  );

/** Where template language begins, up to its end or up to where another one begins. */
const tagsIn = (source: string): string[] => source.match(/\{\{[^{}]*\}{0,2}|\{%[^{}]*\}?/g) ?? [];

const name = String.raw`[\w.]{1,100}`;
const literal = String.raw`(?:"[^"]{0,1000}"|'[^']{0,1000}'|\d{1,15}|true|false)`;
const output = String.raw`\{\{ {0,9}${name} {0,9}(?:\?\? {0,9}${literal} {0,9})?\}\}`;
const condition = `(?:if|elsif|unless) {1,9}${name}(?: {1,9}[!=]= {1,9}${literal})?`;
const simpleTag = new RegExp(`^(?:${output}|\\{% {0,9}(?:${condition}|else|endif|endunless) {0,9}%\\})$`);

/** How many of `max` characters are left after this value; less than 0 as soon as it has too many. */
function charactersLeft(value: JsonObject[string] | undefined, max: number): number {
  if (typeof value === 'string') return max - value.length;
  if (typeof value !== 'object' || value === null) return max - 10;
  let left = max;
  for (const [key, item] of Object.entries(value)) {
    left = charactersLeft(item, left - key.length);
    if (left < 0) break;
  }
  return left;
}
