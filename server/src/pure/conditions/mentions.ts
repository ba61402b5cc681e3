import { customFieldName } from '#pure/custom-fields';
import { measuresTime } from './operators.ts';
import type { Condition, Meaning } from './tree.ts';
import { filtersOf } from './walk.ts';

/**
 * The contact's fields a tree reads, named as GET /contacts/fields names them. A filter on `data.a.b` reads the key
 * `a.b` and, where there is none, the key `a`: it names both.
 */
export function fieldsOf(tree: Condition): string[] {
  return distinct(tree, (meaning) => {
    if (!('of' in meaning) || meaning.of.kind === 'context') return [];
    if (meaning.of.kind !== 'data') return [meaning.of.kind];
    return [meaning.of.key, ...(meaning.of.path?.slice(0, 1) ?? [])].map(customFieldName);
  });
}

/** The canonical names of the events that a tree depends on. */
export const eventNamesOf = (tree: Condition): string[] =>
  distinct(tree, (meaning) => (meaning.kind === 'event' ? [meaning.name] : []));

/** The segments a tree refers to itself, not those they refer to. */
export const segmentIdsOf = (tree: Condition): string[] =>
  distinct(tree, (meaning) => (meaning.kind === 'segment' ? [meaning.id] : []));

/** The lengths of time, in milliseconds, whose end can change the result. Empty: the result does not depend on time. */
export const timeWindowsOf = (tree: Condition): number[] =>
  distinct(tree, (meaning) => {
    const isMeasured = meaning.kind === 'age' || (meaning.kind === 'event' && measuresTime(meaning.operator));
    return isMeasured ? [meaning.milliseconds] : [];
  });

function distinct<T>(tree: Condition, pick: (meaning: Meaning) => T[]): T[] {
  const found = new Set<T>();
  for (const { filter } of filtersOf(tree)) for (const item of pick(filter.meaning)) found.add(item);
  return [...found];
}
