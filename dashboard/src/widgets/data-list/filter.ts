/** A filter that can be set on a list; what is set stands in the URL as key and value. */
export type Filter = {
  key: string;
  /** The subject of the sentence: "Status". */
  name: string;
  /** The verb: "is", "within", "contains". Left out where the name carries it. */
  verb?: string;
} & ({ kind: 'choice'; options: readonly FilterOption[] } | { kind: 'text'; placeholder?: string; maxLength?: number });

export type FilterOption = { value: string; label: string; count?: number | undefined };

export type FilterValues = Readonly<Record<string, string>>;

export type FilterWords = { key: string; name: string; verb: string | undefined; value: string };

/** The active filters in the order they are declared, as words. A value that is no longer offered is shown as it is. */
export function activeFilters(filters: readonly Filter[], values: FilterValues): FilterWords[] {
  return filters.flatMap((filter) => {
    const value = values[filter.key];
    if (value === undefined || value === '') return [];
    return [{ key: filter.key, name: filter.name, verb: filter.verb, value: labelOf(filter, value) }];
  });
}

function labelOf(filter: Filter, value: string): string {
  if (filter.kind === 'text') return value;
  return filter.options.find((option) => option.value === value)?.label ?? value;
}

export function withFilter(values: FilterValues, key: string, value: string | undefined): FilterValues {
  const { [key]: _old, ...rest } = values;
  return value === undefined || value === '' ? rest : { ...rest, [key]: value };
}
