/** The translation into the first language that has one: `pt-BR` is Portuguese. */
export function findTranslation<T>(
  translations: ReadonlyMap<string, T>,
  languages: readonly (string | null)[],
): T | undefined {
  for (const language of languages) {
    const found = translations.get(language?.toLowerCase().split(/[-_]/, 1)[0] ?? '');
    if (found !== undefined) return found;
  }
  return undefined;
}
