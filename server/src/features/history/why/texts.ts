import type { JsonValue } from '#pure/custom-fields';

const maxCharacters = 100;

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });

/** `1 March 2026, 10:00 UTC`. */
export const momentText = (at: Date): string => `${day.format(at)}, ${time.format(at)} UTC`;

/** A value in a sentence, cut where it is long; `nothing` where there is none. */
export function valueText(value: JsonValue): string {
  if (value === null) return 'nothing';
  return cutText(JSON.stringify(value));
}

export function cutText(text: string): string {
  const characters = [...text.slice(0, 2 * maxCharacters)];
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : text;
}
