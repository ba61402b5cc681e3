import { limits } from '#pure/limits';
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

export type ProblemPath = ConditionProblem['path'];

/** A problem of one filter: of the key inside it, or of the filter itself. */
export type FilterProblem = Omit<ConditionProblem, 'path'> & { readonly key?: 'field' | 'operator' | 'value' | 'unit' };

const maxProblems = limits.problemsPerReply;

/** Adds a problem, up to 50 in all (D-142). */
export function report(problems: ConditionProblem[], path: ProblemPath, problem: Omit<ConditionProblem, 'path'>): void {
  if (problems.length < maxProblems) problems.push({ path, ...problem });
}
