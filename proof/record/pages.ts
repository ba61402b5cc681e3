import { readFile, writeFile } from 'node:fs/promises';
import { benchNames } from '../bench/run.ts';
import { assumptions } from '../capacity/assumptions.ts';
import { capacityPage } from '../capacity/capacity-page.ts';
import { codesOf, commitState, today } from './code-state.ts';
import { figuresPage } from './figures-page.ts';
import { keepState, readResults, readState } from './kept-results.ts';
import { proofPage } from './proof-page.ts';
import { proofRuns } from './proof-runs.ts';
import { type Rule, readRules } from './rules.ts';

const docs = new URL('../../docs/', import.meta.url);

/** The pages that the kept results give, by their path below `docs`. */
export async function pagesOfResults(): Promise<ReadonlyMap<string, string>> {
  const [rules, results, state] = await Promise.all([allRules(), readResults(), readState()]);
  return new Map([
    ['reference/proof.md', proofPage({ rules, runs: proofRuns, results, state })],
    ['reference/figures.md', figuresPage(benchNames, results)],
    ['operating/capacity.md', capacityPage(results, assumptions)],
  ]);
}

export async function allRules(): Promise<readonly Rule[]> {
  const pages = await Promise.all(['promises.md', 'faults.md'].map((page) => readFile(new URL(page, docs), 'utf8')));
  return pages.flatMap(readRules);
}

/** Compares the results with the code as it is now, and writes the pages. */
export async function writePages(): Promise<void> {
  const results = [...(await readResults()).values()];
  const codes = await codesOf(results.map(({ run }) => run));
  const older = results.filter(({ code }, index) => code !== codes[index]).map(({ run }) => run);
  const { commit, isChanged } = await commitState();
  await keepState({ commit: isChanged ? `${commit} and changes` : commit, date: today(), older });
  for (const [path, text] of await pagesOfResults()) await writeFile(new URL(path, docs), text);
}

export const readPage = (path: string): Promise<string> => readFile(new URL(path, docs), 'utf8');
