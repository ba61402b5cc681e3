/** Between 0 and 1; null while the size is not known. */
export function shareDone(done: number, total: number | null): number | null {
  if (total === null) return null;
  if (total <= 0) return 1;
  return Math.max(0, Math.min(1, done / total));
}
