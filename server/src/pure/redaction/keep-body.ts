import { cutMark, cutSecrets } from './cut-secrets.ts';

/** Longer secrets than this are cut by their form where they are whole. */
const longestRest = 300;

/**
 * What is kept of a body: at most so many bytes of UTF-8, without its secrets. No more than that is looked at, and the result holds
 * no reference to a longer text.
 */
export function keepBody(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return cutSecrets(text);
  const bytes = Buffer.from(text.slice(0, maxBytes));
  if (bytes.length <= maxBytes && text.length <= maxBytes) return cutSecrets(text);
  return cutSecrets(withoutLastWord(bytes.toString('utf8', 0, maxBytes))) + cutMark;
}

/** What is left of a secret at the end has no longer its form. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < longestRest && /[\w.~+/=\ufffd-]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
