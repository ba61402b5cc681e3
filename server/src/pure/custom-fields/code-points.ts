/** Whether a text has more than `max` characters, a character being a Unicode code point (D-115). */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || Array.from(text).length > max;
}
