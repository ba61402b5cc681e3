import { z } from 'zod';
import type { FieldProblem } from '#platform/refusals';
import { editDistance } from '#pure/edit-distance';

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
    const near = ignored.find((name) => editDistance(name.toLowerCase(), problem.field.toLowerCase(), 2) <= 2);
    if (near) return `Did you mean \`${problem.field}\` instead of \`${near}\`?`;
  }
  return undefined;
}
