import { z } from 'zod';
import { type Condition, operators, readCondition, units } from '#pure/conditions';
import { limits } from '#pure/limits';
import type { conditionErrors } from './check-references.ts';

const Filter = z
  .object({
    field: z.string().min(1).max(limits.conditionFieldCharacters).meta({
      description:
        '`email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>` or `segment.<id>`.',
    }),
    operator: z.enum(operators),
    value: z.union([z.string().max(limits.conditionTextCharacters), z.number(), z.boolean()]).optional(),
    unit: z.enum(units).optional().meta({ description: 'Needed by the five operators that measure time.' }),
  })
  .meta({ id: 'ConditionFilter' });

const Group = z
  .object({
    filters: z
      .array(Filter)
      .max(limits.conditionFilters)
      .meta({ description: 'May be empty or left out beside `conditions`.' }),
    get conditions() {
      return ConditionTree.optional();
    },
  })
  .meta({ id: 'ConditionGroup', description: 'True when all filters and the nested condition are.' });

/** A condition tree as clients see it. Requests are parsed by `readCondition`, which knows all rules. */
export const ConditionTree: z.ZodType = z
  .object({
    logic: z.enum(['AND', 'OR']).meta({ description: 'Joins the groups.' }),
    groups: z.array(Group).min(1).max(limits.conditionGroups),
  })
  .meta({
    id: 'Condition',
    examples: [{ logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] }],
    description: `At most ${limits.conditionLevels} levels, ${limits.conditionGroups} groups and ${limits.conditionFilters} filters in one tree; ${limits.expandedConditionFilters} filters with all segments it refers to put in their place, and chains of at most ${limits.segmentChain} segments.`,
  });

/** Refers to the schema by its path in the document, because `readCondition` does the parsing. */
export const conditionMeta = { $ref: '#/components/schemas/Condition' } as const;

/** A condition in a body, with all its problems at their paths (D-304). */
export const ConditionShape = z
  .unknown()
  .transform((raw, ctx): Condition => {
    const parsed = readCondition(raw, { allowsContext: false });
    if (parsed.ok) return parsed.tree;
    for (const issue of conditionIssues(parsed.problems)) ctx.addIssue(issue);
    return z.NEVER;
  })
  .meta(conditionMeta);

export const conditionIssues = (problems: Parameters<typeof conditionErrors>[0]) =>
  problems.map(({ path, code, message }) => ({ code: 'custom' as const, message, params: { code }, path: [...path] }));
