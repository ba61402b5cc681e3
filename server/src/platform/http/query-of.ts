/** Stands for a value that is no valid text: broken percent-encoding, half a character, U+0000. */
export const unreadable = Symbol('unreadable');

/** The first value of each name in the query of a URL; empty ones are left out. */
export function queryOf(url: string): Readonly<Record<string, string | typeof unreadable>> {
  const start = url.indexOf('?');
  const given: Record<string, string | typeof unreadable> = Object.create(null); // a name may be `__proto__`
  const seen = new Set<string>();
  for (const pair of start < 0 ? [] : url.slice(start + 1).split('&')) {
    const end = pair.indexOf('=');
    const name = decoded(end < 0 ? pair : pair.slice(0, end));
    const value = end < 0 ? '' : decoded(pair.slice(end + 1));
    if (name === unreadable || seen.has(name)) continue;
    seen.add(name);
    if (value !== '') given[name] = value;
  }
  return given;
}

function decoded(text: string): string | typeof unreadable {
  try {
    const read = decodeURIComponent(text.replaceAll('+', ' '));
    return read.includes('\0') ? unreadable : read;
  } catch {
    return unreadable;
  }
}
