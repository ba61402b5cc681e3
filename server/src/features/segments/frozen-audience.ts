import { type Condition, type SegmentSource, segmentIdsOf, storedCondition, toJson } from '#pure/conditions';
import type { Audience } from './audience.ts';

/** A condition with the segments it refers to, as they were at one moment; what is stored of a campaign whose sending has begun. */
export interface FrozenAudience {
  readonly tree: Condition;
  readonly segments: ReadonlyMap<string, SegmentSource>;
}

/** The tree, and the trees of the segments that it refers to, also through others (D-824). */
export function freezeAudience({ options }: Audience, tree: Condition): FrozenAudience {
  const segments = new Map<string, SegmentSource>();
  const add = (from: Condition): void => {
    for (const id of segmentIdsOf(from)) {
      if (segments.has(id)) continue;
      const source = options.segment(id);
      segments.set(id, source);
      if (source.kind === 'tree') add(source.tree);
    }
  };
  add(tree);
  return { tree, segments };
}

/** As JSON. */
export const frozenToJson = ({ tree, segments }: FrozenAudience): object => ({
  tree: toJson(tree),
  segments: Object.fromEntries(
    Array.from(segments, ([id, source]) => [id, source.kind === 'tree' ? toJson(source.tree) : source.kind]),
  ),
});

interface StoredAudience {
  readonly tree: unknown;
  readonly segments: Readonly<Record<string, unknown>>;
}

export function frozenFromJson(stored: unknown): FrozenAudience {
  const { tree, segments } = stored as StoredAudience; // written by frozenToJson alone
  const sources = Object.entries(segments).map(([id, source]): [string, SegmentSource] => {
    if (source === 'list' || source === 'missing') return [id, { kind: source }];
    return [id, { kind: 'tree', tree: storedCondition(source) }];
  });
  return { tree: storedCondition(tree), segments: new Map(sources) };
}
