export type SortDirection = 'asc' | 'desc';
export type Sort = { key: string; direction: SortDirection };

/** A new column starts ascending; the same one turns round. */
export function nextSort(current: Sort | undefined, key: string): Sort {
  if (current?.key !== key) return { key, direction: 'asc' };
  return { key, direction: current.direction === 'asc' ? 'desc' : 'asc' };
}
