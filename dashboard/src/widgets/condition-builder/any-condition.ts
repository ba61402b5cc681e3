import fc from 'fast-check';
import type { Condition, Group, LevelAt, Rule, RuleAt } from './condition-tree.ts';

export const rule = (value: string): Rule => ({ field: 'data.plan', operator: 'equals', value });

const anyRule: fc.Arbitrary<Rule> = fc.string({ minLength: 1, maxLength: 4 }).map(rule);

/** Trees of every form the API takes, up to four levels deep. */
export const anyCondition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition; group: Group }>((tie) => ({
  condition: fc.record({
    logic: fc.constantFrom('AND' as const, 'OR' as const),
    groups: fc.array(tie('group'), { minLength: 1, maxLength: 3 }),
  }),
  group: fc.oneof(
    { maxDepth: 3 },
    fc.record({ filters: fc.array(anyRule, { minLength: 1, maxLength: 3 }) }),
    fc.record({ filters: fc.array(anyRule, { maxLength: 2 }), conditions: tie('condition') }),
  ),
})).condition;

/** Every rule with its place, in the order of reading. */
export function rulesOf(tree: Condition, level: LevelAt = []): { rule: Rule; at: RuleAt }[] {
  return tree.groups.flatMap((group, place) => [
    ...group.filters.map((found, number) => ({ rule: found, at: { level, group: place, rule: number } })),
    ...(group.conditions ? rulesOf(group.conditions, [...level, place]) : []),
  ]);
}
