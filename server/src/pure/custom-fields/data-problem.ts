import { limits } from '#pure/limits';
/** A broken rule of a `data` object. `path` starts inside `data`; an empty path is `data` itself. */
export type DataProblem = {
  path: string[];
  code: 'invalid_type' | 'invalid_string' | 'too_big';
  message: string;
};

const maxProblems = limits.problemsPerReply;
const maxSegmentLength = 128;

/** Adds a problem: at most 50 in all (D-142), each broken limit of the whole object once, and names cut to a length. */
export function report(problems: DataProblem[], problem: DataProblem): void {
  if (problems.length >= maxProblems) return;
  if (problem.path.length === 0 && problems.some((known) => known.message === problem.message)) return;
  problems.push({ ...problem, path: problem.path.map((segment) => segment.slice(0, maxSegmentLength).toWellFormed()) });
}
