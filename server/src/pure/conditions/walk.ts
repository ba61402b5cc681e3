import type { Condition, Filter } from './tree.ts';

export type LocatedFilter = { readonly path: string; readonly filter: Filter };

/** Every filter of a tree in reading order, with its path as replies show it: `groups.0.filters.1`. */
export function* filtersOf(tree: Condition, prefix = ''): Generator<LocatedFilter> {
  for (const [index, { filters, conditions }] of tree.groups.entries()) {
    const path = `${prefix}groups.${index}.`;
    for (const [position, filter] of filters.entries()) yield { path: `${path}filters.${position}`, filter };
    if (conditions) yield* filtersOf(conditions, `${path}conditions.`);
  }
}
