import { fileURLToPath } from 'node:url';
import { benchNames } from '../bench/run.ts';
import { faultNames } from '../faults/run.ts';
import { loadNames } from '../load/run.ts';
import { scaleNames } from '../scale/run.ts';

/** A run of this folder, as it is started and as its result is kept. */
export interface ProofRun {
  /** `faults/webhooks`; also the folder of its code where it has one of its own. */
  readonly id: string;
  /** What a person types for the long form. */
  readonly command: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Added for the short form; null where a run has none. */
  readonly shortArgs: readonly string[] | null;
}

const programOf = (kind: string): string => fileURLToPath(new URL(`../${kind}/run.ts`, import.meta.url));

const runOf = (kind: string, name: string, shortArgs: readonly string[] | null): ProofRun => ({
  id: `${kind}/${name}`,
  command: `npm run ${kind} -- ${name}`,
  program: programOf(kind),
  args: [name],
  shortArgs,
});

/** The first of `npm run load` needs no name. */
const loadRuns = loadNames.map((name, index) => ({
  ...runOf('load', name, null),
  ...(index === 0 ? { command: 'npm run load' } : {}),
}));

const hostile: ProofRun = {
  id: 'hostile',
  command: 'npm run hostile',
  program: programOf('hostile'),
  args: [],
  shortArgs: ['short'],
};

/** Every run of the registries. */
export const proofRuns: readonly ProofRun[] = [
  ...faultNames.map((name) => runOf('faults', name, ['--short'])),
  ...scaleNames.map((name) => runOf('scale', name, ['--short'])),
  ...loadRuns,
  hostile,
  ...benchNames.map((name) => runOf('bench', name, null)),
];

/** The runs that these words name: ids, or the first part of them for all of a kind. A word that names none is an error. */
export function selectRuns(words: readonly string[]): readonly ProofRun[] {
  if (words.length === 0) return proofRuns;
  const isNamed = ({ id }: ProofRun, word: string): boolean => id === word || id.startsWith(`${word}/`);
  const unknown = words.filter((word) => !proofRuns.some((run) => isNamed(run, word)));
  if (unknown.length > 0) throw new Error(`no such run: ${unknown.join(', ')}`);
  return proofRuns.filter((run) => words.some((word) => isNamed(run, word)));
}
