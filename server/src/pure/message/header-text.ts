/** Every character that could end a line or a header: C0, DEL, C1, and the separators of Unicode. */
const breaking = /[\p{Cc}\u2028\u2029]+/gu;
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const longest = 998;

/** One line of text for a header: no control characters, no halves of characters, at most 998 characters. */
export function cleanHeaderText(text: string): string {
  const line = text.replace(lone, '\ufffd').replace(breaking, ' ').trim();
  return line.length <= longest ? line : wholeCharacters(line.slice(0, longest)).trimEnd();
}

/** The header text of a rendered subject (D-527). */
export const cleanSubject = (rendered: string): string => cleanHeaderText(rendered) || '(no subject)';

/** A display name, or null when nothing is left of it. */
export function cleanDisplayName(name: string | null | undefined): string | null {
  const line = cleanHeaderText(name ?? '');
  return line === '' ? null : wholeCharacters(line.slice(0, 255));
}

/** A file's name as a recipient may see it: no path, no quotes, nothing invisible (D-614). */
export function cleanFilename(name: string): string {
  const line = cleanHeaderText(name).replace(/[/\\]/g, '_').replaceAll('"', "'");
  return line === '' || /^\.+$/.test(line) ? 'attachment' : wholeCharacters(line.slice(0, 255));
}

/** A cut may have split a pair; its first half goes too. */
const wholeCharacters = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);
