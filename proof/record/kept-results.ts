import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { RunOutput } from './read-output.ts';

/** The result of one run, as `proof/results/<kind>-<name>.json` keeps it, or `<kind>-<name>.short.json`. */
export interface KeptResult extends RunOutput {
  readonly run: string;
  readonly command: string;
  readonly form: 'long' | 'short';
  readonly commit: string;
  /** Whether the code differed from that commit. */
  readonly isChanged: boolean;
  /** What `code-state.ts` made of the product and of the runs; empty where it is not known. */
  readonly code: string;
  /** `2026-11-18`, in UTC. */
  readonly date: string;
  readonly machine: string;
  /** Null where it was not recorded. */
  readonly seconds: number | null;
}

/** With which code the results were compared when the pages were written. */
export interface ComparedState {
  readonly commit: string;
  readonly date: string;
  /** Runs whose result is of other code than that. */
  readonly older: readonly string[];
}

const resultsFolder = new URL('../results/', import.meta.url);
const stateFile = new URL('../compared-state.json', import.meta.url);

export const hasFailed = ({ failed }: Pick<KeptResult, 'failed'>): boolean => failed > 0;

/** Why a file for each form: a short run that passes would hide a long one that failed. */
export async function keepResult(result: KeptResult, folder = resultsFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  const end = result.form === 'short' ? '.short.json' : '.json';
  await writeFile(new URL(`${result.run.replace('/', '-')}${end}`, folder), textOf(result));
}

/** By the id of the run: of its long form, or of the short one where no other is kept. */
export async function readResults(folder = resultsFolder): Promise<ReadonlyMap<string, KeptResult>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const results = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as KeptResult), // by `keepResult`
  );
  const long = new Set(results.filter(({ form }) => form === 'long').map(({ run }) => run));
  const shown = results.filter(({ form, run }) => form === 'long' || !long.has(run));
  return new Map(shown.map((result) => [result.run, result]));
}

export const keepState = (state: ComparedState): Promise<void> => writeFile(stateFile, textOf(state));

export const readState = async (): Promise<ComparedState> =>
  JSON.parse(await readFile(stateFile, 'utf8')) as ComparedState; // by `keepState`

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
