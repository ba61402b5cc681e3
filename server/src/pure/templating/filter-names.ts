const names = {
  text: `append prepend upcase downcase capitalize strip lstrip rstrip strip_html strip_newlines newline_to_br replace
    replace_first remove remove_first split slice truncate truncatewords escape escape_once url_encode url_decode`,
  number: 'plus minus times divided_by modulo abs ceil floor round at_least at_most',
  list: 'join first last size reverse sort sort_natural uniq map where compact concat sum',
  date: 'date',
  other: 'default json raw',
};

/** All filters (D-531). */
export const filterNames: readonly string[] = Object.values(names).flatMap((group) => group.trim().split(/\s+/));

const known = new Set(filterNames);

export const isFilter = (name: string): boolean => known.has(name);

/** Names with the same beginning, as a suggestion for a misspelt one. */
export function similarFilters(name: string): string | undefined {
  const start = name.toLowerCase().slice(0, 2);
  const near = filterNames.filter((other) => other.startsWith(start));
  return near.length > 0 ? `Similar filters: ${near.join(', ')}.` : undefined;
}
