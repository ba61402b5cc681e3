import { memoize } from './memoize.ts';

/** The first of these languages that the runtime supports, else English. They may come from a contact's data. */
export const knownLocale = (locales: readonly string[]): string =>
  locales.map((locale) => known(locale.slice(0, 40))).find((locale) => locale !== null) ?? 'en';

const known = memoize((locale: string): string | null => {
  if (!/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/.test(locale)) return null;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
});
