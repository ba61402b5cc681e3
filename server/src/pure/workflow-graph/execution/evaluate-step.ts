import { type ContactFacts, evaluate, explain } from '#pure/conditions';
import type { JsonObject, JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { ConditionConfig } from '../config/step-config.ts';

export type StepEvaluation = { readonly branch: string; readonly output: JsonObject };

/** Which branch of a CONDITION a contact takes, and what the step's output says about it (D-914). */
export function evaluateStep(config: ConditionConfig, facts: ContactFacts): StepEvaluation {
  if (config.form === 'multi') return evaluateMulti(config, facts);
  const { matches, filters } = explain(config.tree, facts);
  const branch = matches ? 'yes' : 'no';
  const filter = config.tree.groups[0]?.filters[0];
  if (config.form === 'tree' || !filter) {
    const shown = filters.map(({ path, actual, result }) => ({ path, actual: shortened(actual), result }));
    return { branch, output: { result: matches, branch, filters: shown } };
  }
  const output = {
    field: filter.field,
    operator: filter.operator,
    expectedValue: filter.value ?? null,
    actualValue: shortened(filters[0]?.actual ?? null),
    result: matches,
    branch,
  };
  return { branch, output };
}

function evaluateMulti(config: Extract<ConditionConfig, { form: 'multi' }>, facts: ContactFacts): StepEvaluation {
  const branch = config.branches.find(({ tree }) => evaluate(tree, facts))?.id ?? 'default';
  const first = config.branches[0];
  const actual = first ? explain(first.tree, facts).filters[0]?.actual : undefined;
  return { branch, output: { field: config.field, actualValue: shortened(actual ?? null), branch } };
}

/** Why: a tree of 200 filters on large values must not write megabytes to the log. */
function shortened(value: JsonValue): JsonValue {
  const json = JSON.stringify(value);
  return json.length > limits.actualValueCharacters ? cut(json, limits.actualValueCharacters) : value;
}
