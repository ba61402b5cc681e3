import { type CompileOptions, type Filter, filtersOf } from '#pure/conditions';

export interface ReadingFacts {
  /** When the contact was last changed, and when the audience began to be read. */
  readonly updatedAt: Date;
  readonly sentAt: Date;
  readonly options: Pick<CompileOptions, 'segment' | 'deletedKeys'>;
}

/**
 * Whether a rule of an audience may have another result today than when the audience was read (D-840): events, lists and removed
 * fields change without the contact, everything else with it.
 */
export function mayHaveChanged({ meaning }: Filter, facts: ReadingFacts, seen = new Set<string>()): boolean {
  const { updatedAt, sentAt, options } = facts;
  if (meaning.kind === 'event') return true;
  if (meaning.kind === 'segment') {
    const source = options.segment(meaning.id);
    if (source.kind !== 'tree') return source.kind === 'list';
    if (seen.has(meaning.id)) return false;
    seen.add(meaning.id);
    return [...filtersOf(source.tree)].some(({ filter }) => mayHaveChanged(filter, facts, seen));
  }
  if (meaning.of.kind === 'createdAt') return false;
  if (meaning.of.kind === 'data') {
    const keys = [meaning.of.key, ...(meaning.of.path?.slice(0, 1) ?? [])];
    if (keys.some((key) => options.deletedKeys.has(key))) return true;
  }
  return updatedAt > sentAt;
}
