import { domainToASCII } from 'node:url';

// Why: the URL host parser behind domainToASCII decodes percent signs, cuts at / ? # and drops tabs. No ASCII character
// that it would act on reaches it.
const foreignAscii = /[^A-Za-z0-9.\-\u0080-\u{10ffff}]/u;

// Why: IDNA silently drops most invisible characters. They are refused, except for the two joiners that some scripts need.
const invisible = /[^\P{C}\u200c\u200d]|\p{Z}/u;

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const digits = /^[0-9]+$/;

/** The ASCII form of a domain that mail can be addressed to, or null. Host numbers such as `0x7f.1` are not domains. */
export function asciiDomain(domain: string): string | null {
  if (foreignAscii.test(domain) || invisible.test(domain)) return null;

  const ascii = domainToASCII(domain);
  const labels = ascii.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || digits.test(top)) return null;

  return labels.every((part) => label.test(part)) ? ascii : null;
}
