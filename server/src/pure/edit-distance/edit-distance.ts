/**
 * The number of typing errors between two words: a letter left out, added or replaced, or two adjacent letters swapped.
 * Stops counting past `max` and then returns `max + 1`.
 */
export function editDistance(left: string, right: string, max: number): number {
  if (Math.abs(left.length - right.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    if (Math.min(...current) > max && Math.min(...last) > max) return max + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(at(last, right.length), max + 1);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
