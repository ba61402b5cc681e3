import { limits } from '#pure/limits';

const maxCharacters = limits.subjectCharacters;
const control = /[\p{Cc}\u2028\u2029]/gu;

/** A rendered subject fit for a header: one line, at most 998 characters, never empty (D-527). */
export function cleanSubject(rendered: string): string {
  const line = rendered.replace(control, ' ');
  if (line.trim() === '') return '(no subject)';
  if (line.length <= maxCharacters) return line;
  return Array.from(line.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
    .join('');
}
