import type { JsonObject } from '#pure/custom-fields';
import type { MailBatch } from './mail-batch.ts';

/** Subject and body, for all recipients together. */
const textCharacters = 16 * 1024;
/** What all outputs may add, for all recipients together. */
const valueCharacters = 4 * 1024;
const maxTags = 20;

/**
 * Whether mails take a few milliseconds at most, so that the change of thread would cost more: short texts with nothing but
 * outputs, fallbacks and simple conditions. They have no loops, no filters and no variables of their own, so each tag runs once
 * and prints one value.
 */
export function isQuick({ subject, body, recipients }: MailBatch): boolean {
  if ((subject.length + body.length) * recipients.length > textCharacters) return false;
  const tags = [...tagsIn(subject), ...tagsIn(body)];
  if (tags.length === 0) return true;
  if (tags.length > maxTags || !tags.every((tag) => simpleTag.test(tag))) return false;
  const max = valueCharacters / (tags.length * recipients.length);
  return recipients.every(({ values }) => Object.values(values).every((value) => charactersLeft(value, max) >= 0));
}

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
