import { z } from 'zod';
import type { FieldProblem } from '#platform/refusals';

/** Names the field a caller probably meant, when an ignored name is one or two letters from a missing one (D-114). */
export function likelyMeant(
  problems: readonly FieldProblem[],
  shape: z.ZodType | undefined,
  raw: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!(shape instanceof z.ZodObject)) return undefined;
  const ignored = Object.keys(raw).filter((name) => !Object.hasOwn(shape.shape, name) && name.length <= 40);
  for (const problem of problems) {
    if (problem.code !== 'required') continue;
    const near = ignored.find((name) => editDistance(name.toLowerCase(), problem.field.toLowerCase()) <= 2);
    if (near) return `Did you mean \`${problem.field}\` instead of \`${near}\`?`;
  }
  return undefined;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
