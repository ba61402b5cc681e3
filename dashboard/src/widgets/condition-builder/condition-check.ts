import { measuresTime, takesValue } from './condition-fields.ts';
import { type Condition, countRules, type LevelAt, pathOf, type Rule } from './condition-tree.ts';

export type ConditionProblem = { path: string; message: string };

/** The limits of the API (D-303, D-316). */
export const limits = { depth: 10, groups: 100, rules: 200, text: 1000, days: 36_500 } as const;

const unitDays = { minutes: 1 / 1440, hours: 1 / 24, days: 1 } as const;

/** What has to be mended before the tree can be saved. The server checks again, and knows more. */
export function checkCondition(tree: Condition): ConditionProblem[] {
  const problems: ConditionProblem[] = [];
  const walk = (level: Condition, at: LevelAt): number => {
    let groups = level.groups.length;
    level.groups.forEach((group, place) => {
      group.filters.forEach((rule, number) => {
        const message = ruleProblem(rule);
        if (message !== null) problems.push({ path: pathOf({ level: at, group: place, rule: number }), message });
      });
      if (group.conditions) groups += walk(group.conditions, [...at, place]);
      else if (group.filters.length === 0) {
        problems.push({ path: pathOf({ level: at, group: place }), message: 'This group has no rule.' });
      }
    });
    if (at.length + 1 > limits.depth) problems.push({ path: '', message: `Rules nest at most ${limits.depth} deep.` });
    return groups;
  };
  const groups = walk(tree, []);
  if (groups > limits.groups) problems.push({ path: '', message: `At most ${limits.groups} groups.` });
  if (countRules(tree) > limits.rules) problems.push({ path: '', message: `At most ${limits.rules} rules.` });
  return problems;
}

function ruleProblem(rule: Rule): string | null {
  if (rule.field === '') return 'Choose a field.';
  if (!takesValue(rule.operator)) return null;
  const { value } = rule;
  if (value === undefined || value === '') return 'A value is needed.';
  if (measuresTime(rule.operator)) return spanProblem(rule);
  if (typeof value === 'string' && value.length > limits.text) return `At most ${limits.text} characters.`;
  return null;
}

function spanProblem(rule: Rule): string | null {
  const count = Number(rule.value);
  if (!Number.isFinite(count) || count <= 0) return 'A number above 0 is needed.';
  if (rule.unit === undefined) return 'Choose minutes, hours or days.';
  return count * unitDays[rule.unit] > limits.days ? `At most ${limits.days} days.` : null;
}
