import type { Condition } from '#pure/conditions';
import type { ConfigPath } from './config-draft.ts';
import { pathInFilter } from './read-tree.ts';
import type { ConditionConfig } from './step-config.ts';

/** A tree of a CONDITION, and where in the config a path of the tree stands. */
export type LocatedTree = { readonly tree: Condition; readonly placeOf: (path: ConfigPath) => ConfigPath };

/** Every tree of a CONDITION, for callers that check or list what it refers to: segments, fields, events. */
export function conditionsOf(config: ConditionConfig): LocatedTree[] {
  if (config.form === 'single') return [{ tree: config.tree, placeOf: pathInFilter }];
  if (config.form === 'tree') {
    const { tree, isWrapped } = config;
    return [{ tree, placeOf: (path) => (isWrapped ? ['condition', ...path] : path) }];
  }
  return config.branches.map(({ tree }, index) => ({
    tree,
    placeOf: (path) => {
      const inside = pathInFilter(path);
      return inside[0] === 'field' ? inside : ['branches', index, ...inside];
    },
  }));
}
