import type { Condition, Filter } from './tree.ts';

export type ConditionJson = { logic: 'AND' | 'OR'; groups: GroupJson[] };
export type GroupJson = { filters: FilterJson[]; conditions?: ConditionJson };
export type FilterJson = Omit<Filter, 'meaning'>;

/** The tree as it is stored and returned: names, operators and values as the caller wrote them (D-304). */
export function toJson({ logic, groups }: Condition): ConditionJson {
  return {
    logic,
    groups: groups.map(({ filters, conditions }) => ({
      filters: filters.map(written),
      ...(conditions ? { conditions: toJson(conditions) } : {}),
    })),
  };
}

const written = ({ field, operator, value, unit }: Filter): FilterJson => ({
  field,
  operator,
  ...(value === undefined ? {} : { value }),
  ...(unit === undefined ? {} : { unit }),
});
