import { limits } from '#pure/limits';

/** The ids of a thread as they fit in one header: the first, and as many of the last. */
export function threadReferences(value: string): string {
  const [first = '', ...others] = value.trim().split(/\s+/);
  let left = limits.headerValueCharacters - first.length;
  const last: string[] = [];
  for (const id of others.toReversed()) {
    left -= id.length + 1;
    if (left < 0) break;
    last.unshift(id);
  }
  return [first, ...last].join(' ');
}
