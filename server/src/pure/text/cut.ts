/**
 * A text from outside as the database can store it: at most `maxLength` UTF-16 units, no U+0000, no half of a surrogate pair.
 * Why here: `jsonb` refuses the whole statement for half a character, and `text` for U+0000.
 */
export const cut = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replaceAll('\0', '')
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
