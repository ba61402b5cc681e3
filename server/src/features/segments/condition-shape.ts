import { z } from 'zod';
import type { Condition } from '#pure/conditions';
import { limits, operators, readCondition, units } from '#pure/conditions';
import type { conditionErrors } from './check-references.ts';

const Filter = z
  .object({
    field: z.string().min(1).max(limits.fieldLength).meta({
      description:
        '`email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>` or `segment.<id>`.',
    }),
    operator: z.enum(operators),
    value: z.union([z.string().max(limits.textLength), z.number(), z.boolean()]).optional(),
    unit: z.enum(units).optional().meta({ description: 'Needed by the five operators that measure time.' }),
  })
  .meta({ id: 'ConditionFilter' });

const Group = z
  .object({
    filters: z.array(Filter).max(limits.filters).meta({ description: 'May be empty or left out beside `conditions`.' }),
    get conditions() {
      return ConditionTree.optional();
    },
  })
  .meta({ id: 'ConditionGroup', description: 'True when all filters and the nested condition are.' });

/** A condition tree as clients see it. Requests are read by `readCondition`, which knows all rules. */
export const ConditionTree: z.ZodType = z
  .object({
    logic: z.enum(['AND', 'OR']).meta({ description: 'Joins the groups.' }),
    groups: z.array(Group).min(1).max(limits.groups),
  })
  .meta({
    id: 'Condition',
    description: `At most ${limits.nesting} levels, ${limits.groups} groups and ${limits.filters} filters in one tree; ${limits.expandedFilters} filters with all segments it refers to put in their place, and chains of at most ${limits.segmentChain} segments.`,
  });

/** Named by its address in the document, because a reader of its own stands behind it. */
export const conditionMeta = { $ref: '#/components/schemas/Condition' } as const;

/** A condition in a body, with all its problems at their paths (D-304). */
export const ConditionShape = z
  .unknown()
  .transform((raw, ctx): Condition => {
    const reading = readCondition(raw, { allowsContext: false });
    if (reading.ok) return reading.tree;
    for (const issue of conditionIssues(reading.problems)) ctx.addIssue(issue);
    return z.NEVER;
  })
  .meta(conditionMeta);

export const conditionIssues = (problems: Parameters<typeof conditionErrors>[0]) =>
  problems.map(({ path, code, message }) => ({ code: 'custom' as const, message, params: { code }, path: [...path] }));
