import anyAscii from 'any-ascii';

const longest = 60;

/** The part of event names that stands for a segment (D-331); empty when nothing of the name can be used. */
export const slugOf = (name: string): string =>
  anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replace(/[ -]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longest)
    .replace(/-$/, '');

/** `slug`, or the first of `slug-2`, `slug-3` … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const next = `${slug}-${number}`;
    if (!taken.has(next)) return next;
  }
}
