/** Which rows are selected, by key. */
export type Selected = ReadonlySet<string>;

export const nothingSelected: Selected = new Set();

export function withToggled(selected: Selected, key: string): Selected {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Every row from one to the other takes the state that the last one would get. */
export function withRange(selected: Selected, keys: readonly string[], from: number, to: number): Selected {
  const last = keys[to];
  if (last === undefined) return selected;
  const isAdding = !selected.has(last);
  const next = new Set(selected);
  for (const key of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isAdding) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** The box in the head: all loaded rows, or none of them when all were selected. */
export function withAll(selected: Selected, keys: readonly string[]): Selected {
  const next = new Set(selected);
  if (isAllSelected(selected, keys)) for (const key of keys) next.delete(key);
  else for (const key of keys) next.add(key);
  return next;
}

export function isAllSelected(selected: Selected, keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => selected.has(key));
}
