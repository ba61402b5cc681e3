import type { ProjectReader } from '#platform/context';
import { type FieldProblem, Invalid } from '#platform/refusals';
import { type Condition, type ConditionProblem, referenceProblems } from '#pure/conditions';
import { type Audience, dependentsOf, loadAudience } from './audience.ts';
import type { Segment } from './segment.ts';

/** Refuses a tree whose references are unknown, circular or too large, also for the segments that refer to it. */
export function checkReferences(
  audience: Audience,
  tree: Condition,
  { self, field = 'condition' }: { self?: Pick<Segment, 'id' | 'name'>; field?: string } = {},
): void {
  const segment = (id: string) => {
    const known = audience.segments.get(id);
    if (!known) return undefined;
    return { name: known.name, tree: id === self?.id ? tree : known.tree };
  };
  const own = referenceProblems(tree, { segment, ...(self ? { self } : {}) });
  const above = self
    ? dependentsOf(self.id, audience.segments).flatMap((id) => problemsAbove(audience, id, segment))
    : [];
  const problems = own.length > 0 ? own : above.slice(0, 1);
  if (problems.length > 0) throw Invalid(conditionErrors(problems, field));
}

/** The same for the condition of another record, in its field of that name. */
export const checkCondition = async (reader: ProjectReader, tree: Condition, field: string): Promise<void> =>
  checkReferences(await loadAudience(reader), tree, { field });

/** The same without refusing: each problem with its path in the tree. */
export const findReferenceProblems = ({ segments }: Audience, tree: Condition): readonly ConditionProblem[] =>
  referenceProblems(tree, { segment: (id) => segments.get(id) });

function problemsAbove(
  audience: Audience,
  id: string,
  segment: (id: string) => { name: string; tree: Condition | null } | undefined,
): ConditionProblem[] {
  const above = audience.segments.get(id);
  if (!above?.tree) return [];
  return referenceProblems(above.tree, { self: above, segment }).map((problem) => ({
    ...problem,
    path: [],
    message: `${above.name}: ${problem.message}`,
  }));
}

export const conditionErrors = (problems: readonly ConditionProblem[], field = 'condition'): FieldProblem[] =>
  problems.map(({ path, code, message }) => ({ field: [field, ...path].join('.'), code, message }));
