import { takesValue } from '../../../widgets/condition-builder/condition-fields.ts';
import type { Condition, Operator, Rule } from '../../../widgets/condition-builder/condition-tree.ts';
import { newCondition } from '../../../widgets/condition-builder/condition-tree.ts';
import { type Config, recordOf, textOf } from '../graph/workflow-graph.ts';

/** A way of a question with several answers. Its id stays, because transitions name it. */
export interface Way {
  readonly id: string;
  readonly name: string;
  /** Its field is that of the question. */
  readonly rule: Rule;
}

/** The question of a step: rules with yes and no, or one field with several ways. */
export interface ConditionValues {
  readonly form: 'rules' | 'ways';
  readonly tree: Condition;
  readonly field: string;
  readonly ways: readonly Way[];
}

/** A stored rule. Why the cast of the operator: the server stores only those of the contract. */
function ruleOf(stored: Config): Rule {
  const { value, unit } = stored;
  return {
    field: textOf(stored.field),
    operator: (textOf(stored.operator) || 'equals') as Operator,
    ...((typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && { value }),
    ...((unit === 'minutes' || unit === 'hours' || unit === 'days') && { unit }),
  };
}

function treeOf(stored: Config): Condition {
  const groups = Array.isArray(stored.groups) ? stored.groups.map(recordOf) : [];
  return {
    logic: stored.logic === 'OR' ? 'OR' : 'AND',
    groups: groups.map(({ filters, conditions }) => ({
      filters: Array.isArray(filters) ? filters.map((filter: unknown) => ruleOf(recordOf(filter))) : [],
      ...('groups' in recordOf(conditions) && { conditions: treeOf(recordOf(conditions)) }),
    })),
  };
}

export function conditionValues(config: Config): ConditionValues {
  if (config.mode === 'multi') {
    const field = textOf(config.field);
    const branches = Array.isArray(config.branches) ? config.branches.map(recordOf) : [];
    const ways = branches.map((branch) => ({
      id: textOf(branch.id),
      name: textOf(branch.name),
      rule: { ...ruleOf(branch), field },
    }));
    return { form: 'ways', tree: newCondition(), field, ways };
  }
  const stored = 'condition' in config ? recordOf(config.condition) : config;
  const tree = 'groups' in stored ? treeOf(stored) : newCondition();
  const single = textOf(config.field) === '' ? tree : { ...tree, groups: [{ filters: [ruleOf(config)] }] };
  return { form: 'rules', tree: single, field: '', ways: [] };
}

const isFinished = (rule: Rule): boolean =>
  rule.field !== '' && (!takesValue(rule.operator) || (rule.value !== undefined && rule.value !== ''));

function rulesOf(tree: Condition): Rule[] {
  return tree.groups.flatMap(({ filters, conditions }) => [...filters, ...(conditions ? rulesOf(conditions) : [])]);
}

/** What is still to be filled in; null when the question can be asked. */
export function conditionProblem({ form, tree, field, ways }: ConditionValues): string | null {
  if (form === 'rules') {
    const rules = rulesOf(tree);
    const isEmpty = rules.every((rule) => rule.field === '');
    return isEmpty || rules.every(isFinished) ? null : 'A rule is not finished.';
  }
  if (field === '' || ways.length === 0) return 'Choose a field and at least one way.';
  return ways.every(({ rule }) => isFinished(rule)) ? null : 'A way is not finished.';
}

/** One rule is stored as the single form, whose result tells the value that was expected. No rule is a draft. */
export function conditionConfig({ form, tree, field, ways }: ConditionValues): Config {
  if (form === 'ways') {
    const branches = ways.map(({ id, name, rule: { field: _of, ...comparison } }) => ({
      id,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...comparison,
    }));
    return { mode: 'multi', field, branches };
  }
  const rules = rulesOf(tree);
  const [first] = rules;
  if (!first || rules.every((rule) => rule.field === '')) return {};
  return rules.length === 1 ? { ...first } : { ...tree };
}

/** A short id that no way of the step has. */
export function freeWayId(ways: readonly Way[]): string {
  const taken = new Set(ways.map(({ id }) => id));
  for (let number = ways.length + 1; ; number += 1) if (!taken.has(`way-${number}`)) return `way-${number}`;
}
