import type { Condition, Explanation, Filter, Group } from '#pure/conditions';
import { valueText } from './texts.ts';
import type { CheckResult, WhyCheck } from './why.ts';

export interface AudienceRules {
  readonly tree: Condition;
  /** Every rule of the tree as it is today. */
  readonly explanation: Explanation;
  /** Whether the rule may have had another result when the audience was read. */
  mayHaveChanged(filter: Filter): boolean;
  textOf(filter: Filter): string;
}

interface Verdict {
  readonly result: CheckResult;
  readonly checks: readonly WhyCheck[];
}

/**
 * The rules that decide whether a contact is part of an audience, in reading order.
 * Invariant: one of them fails if and only if the whole condition does, because alternatives that fail are left out where another
 * one holds or may have held.
 */
export function audienceChecks({ tree, explanation, ...rules }: AudienceRules): readonly WhyCheck[] {
  const facts = new Map(explanation.filters.map((filter) => [filter.path, filter]));

  const verdictOnTree = ({ logic, groups }: Condition, prefix: string): Verdict => {
    const verdicts = groups.map((group, index) => verdictOnGroup(group, `${prefix}groups.${index}.`));
    return logic === 'AND' ? all(verdicts) : any(verdicts);
  };
  const verdictOnGroup = ({ filters, conditions }: Group, prefix: string): Verdict =>
    all([
      ...filters.map((filter, index) => verdictOnFilter(filter, `${prefix}filters.${index}`)),
      ...(conditions ? [verdictOnTree(conditions, `${prefix}conditions.`)] : []),
    ]);
  const verdictOnFilter = (filter: Filter, path: string): Verdict => {
    const fact = facts.get(path);
    if (!fact) throw new Error('every filter of the tree was explained');
    const check = { check: 'audience', path, actual: fact.actual } as const;
    const rule = rules.textOf(filter);
    const today = `today it ${fact.result ? 'holds' : 'does not hold'}, the contact has ${valueText(fact.actual)}`;
    if (rules.mayHaveChanged(filter)) {
      const message = `${rule}: whether it held when the audience was read is not stored; ${today}`;
      return { result: 'unknown', checks: [{ ...check, result: 'unknown', message, isLikelyReason: !fact.result }] };
    }
    const result = fact.result ? 'pass' : 'fail';
    const message = fact.result ? rule : `${rule} does not hold, the contact has ${valueText(fact.actual)}`;
    return { result, checks: [{ ...check, result, message }] };
  };

  return verdictOnTree(tree, '').checks;
}

function all(verdicts: readonly Verdict[]): Verdict {
  const results = verdicts.map(({ result }) => result);
  const result = results.includes('fail') ? 'fail' : results.includes('unknown') ? 'unknown' : 'pass';
  return { result, checks: verdicts.flatMap(({ checks }) => checks) };
}

function any(verdicts: readonly Verdict[]): Verdict {
  const results = verdicts.map(({ result }) => result);
  const result = results.includes('pass') ? 'pass' : results.includes('unknown') ? 'unknown' : 'fail';
  return { result, checks: verdicts.filter((verdict) => verdict.result === result).flatMap(({ checks }) => checks) };
}
