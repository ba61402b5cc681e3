export interface DifferingPart {
  start: string;
  /** What stands in the found text and not in the expected one. */
  different: string;
  end: string;
}

/** The part of `found` that is not in `expected`, between what both begin and end with. */
export function differingPart(expected: string, found: string): DifferingPart {
  let start = 0;
  while (start < expected.length && start < found.length && expected[start] === found[start]) start += 1;
  let end = 0;
  const room = Math.min(expected.length, found.length) - start;
  while (end < room && expected[expected.length - 1 - end] === found[found.length - 1 - end]) end += 1;
  return {
    start: found.slice(0, start),
    different: found.slice(start, found.length - end),
    end: found.slice(found.length - end),
  };
}
