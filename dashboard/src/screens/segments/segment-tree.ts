import type { SegmentCondition } from '../../api/segments.ts';
import type { Condition, Group, Rule } from '../../widgets/condition-builder/condition-tree.ts';

type StoredGroup = SegmentCondition['groups'][number];

/** The stored tree as the builder changes it: lists that may be absent are there, values of no meaning are not. */
export const treeOf = ({ logic, groups }: SegmentCondition): Condition => ({ logic, groups: groups.map(groupOf) });

const groupOf = ({ filters, conditions }: StoredGroup): Group => ({
  filters: (filters ?? []).map(
    ({ field, operator, value, unit }): Rule => ({
      field,
      operator,
      ...(value !== undefined && value !== null && { value }),
      ...(unit !== undefined && unit !== null && { unit }),
    }),
  ),
  ...(conditions && { conditions: treeOf(conditions) }),
});

/** Whether two trees ask the same: keys may stand in another order after the server read one. */
export const isSameTree = (one: Condition, other: Condition): boolean => textOf(one) === textOf(other);

const textOf = (tree: Condition): string => JSON.stringify(treeOf(tree));
