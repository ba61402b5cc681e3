export type MailScheme = 'light' | 'dark';

const features: Readonly<Record<MailScheme, { readonly dark: string; readonly light: string }>> = {
  dark: { dark: '(min-width: 0)', light: '(max-width: 0)' },
  light: { dark: '(max-width: 0)', light: '(min-width: 0)' },
};

/**
 * The mail as a program shows it that is in this scheme. Its own rules for dark are switched on or off; a mail that has
 * none stays as it is. Why by its text: a frame without any right takes the scheme of the system, whatever the page says.
 */
export function inScheme(html: string, scheme: MailScheme): string {
  return html
    .replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_whole, wanted: string) =>
      wanted.toLowerCase() === 'dark' ? features[scheme].dark : features[scheme].light,
    )
    .replace(/(<meta\b[^>]*\bname\s*=\s*["']?color-scheme\b[^>]*\bcontent\s*=\s*)(["'])([^"']*)\2/gi, declared(scheme))
    .replace(/(\bcolor-scheme\s*:\s*)()((?:only|light|dark|normal|\s)+)/gi, declared(scheme));
}

/** Whether the mail says itself how it looks in dark; another one is inverted by many mail clients. */
export const hasOwnDark = (html: string): boolean => /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i.test(html);

/** One scheme in place of several, if it is among them. */
const declared =
  (scheme: MailScheme) =>
  (whole: string, before: string, quote: string, schemes: string): string =>
    schemes.toLowerCase().split(/\s+/).includes(scheme) ? `${before}${quote}${scheme}${quote}` : whole;
