import { outputMark, tagMark } from './mask-template.ts';

/** What is known about the value of an attribute before values are filled in. */
export type AddressVerdict =
  | 'right'
  | 'wrong'
  /** It begins with a template output, or a tag decides about it. */
  | 'unknown';

const scheme = /^([a-z][a-z0-9+.-]*):(.*)$/is;
/** Schemes that mail programs do not follow. */
const deadSchemes = new Set(['javascript', 'vbscript', 'data', 'file', 'about']);
const outputs = new RegExp(`${outputMark}+`, 'g');

/** Whether the value of an `href`, with marks for the template, leads anywhere from a mail. */
export function judgeLink(value: string): AddressVerdict {
  const known = knownPart(value);
  if (known === null) return 'unknown';
  if (known.startsWith('#')) return known.length > 1 ? 'right' : 'wrong';
  const [, name = '', rest = ''] = scheme.exec(known) ?? [];
  if (name === '' || rest.trim() === '' || deadSchemes.has(name.toLowerCase())) return 'wrong';
  if (/^https?$/i.test(name)) return isWebAddress(known) ? 'right' : 'wrong';
  if (/^mailto$/i.test(name)) return /@|^\?/.test(rest) || value.includes(outputMark) ? 'right' : 'wrong';
  return 'right';
}

/** Whether the value of a `src` is absolute and `https`: nothing else is shown by every mail program. */
export function judgeImage(value: string): AddressVerdict {
  const known = knownPart(value);
  if (known === null) return 'unknown';
  return /^https:/i.test(known) && isWebAddress(known) ? 'right' : 'wrong';
}

/** The value with a letter for each output; null when the template decides how it begins. */
function knownPart(value: string): string | null {
  const trimmed = value.trim().replaceAll(/[\t\n\r]/g, '');
  if (trimmed.startsWith(outputMark) || trimmed.includes(tagMark)) return null;
  return trimmed.replaceAll(outputs, 'x');
}

function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address)) return false;
  const host = URL.parse(address)?.hostname ?? '';
  // Why: `https://https://acme.com` parses; its host is `https`.
  return host !== '' && !/^https?$/i.test(host);
}
