/** A broken rule of part 1. `path` starts inside the condition; an empty path is the condition itself. */
export type ConditionProblem = {
  readonly path: readonly (string | number)[];
  readonly code:
    | 'required'
    | 'invalid_type'
    | 'invalid_string'
    | 'invalid_enum_value'
    | 'too_small'
    | 'too_big'
    | 'custom';
  readonly message: string;
};

export type Path = ConditionProblem['path'];

/** What one filter can be refused for: the key inside it, or the filter itself. */
export type FilterProblem = Omit<ConditionProblem, 'path'> & { readonly key?: 'field' | 'operator' | 'value' | 'unit' };

const maxProblems = 50;

/** Adds a problem, up to 50 in all (D-142). */
export function report(problems: ConditionProblem[], path: Path, problem: Omit<ConditionProblem, 'path'>): void {
  if (problems.length < maxProblems) problems.push({ path, ...problem });
}
