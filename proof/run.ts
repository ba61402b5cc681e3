import { parseArgs } from 'node:util';
import { hasFailed } from './record/kept-results.ts';
import { writePages } from './record/pages.ts';
import { proofRuns, selectRuns } from './record/proof-runs.ts';
import { runAndKeep } from './record/run-and-keep.ts';

/**
 * `npm run proof` runs every fault run, scale run, load run, the hostile run and every bench in its long form, one after the other,
 * keeps each result in `proof/results` and writes `docs/reference/proof.md`. `npm run proof -- faults/webhooks bench` runs those,
 * `page` none. `--short` for the short forms, of those that have one.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});

if (positionals.includes('page')) await writePages();
else await runSelected(positionals);

async function runSelected(words: readonly string[]): Promise<void> {
  const failed: string[] = [];
  const selected = selectedOrExit(words).filter(({ shortArgs }) => !values.short || shortArgs !== null);
  for (const run of selected) {
    const result = await runAndKeep(run, values.short ? 'short' : 'long');
    if (hasFailed(result)) failed.push(run.id);
    await writePages(); // Why each time: a run of hours that is stopped leaves a page of what it has shown
  }
  console.error(failed.length === 0 ? 'everything holds' : `does not hold: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function selectedOrExit(words: readonly string[]): ReturnType<typeof selectRuns> {
  try {
    return selectRuns(words);
  } catch (error) {
    console.error(`${String(error)}\nnpm run proof -- page | ${proofRuns.map(({ id }) => id).join(' | ')}`);
    process.exit(2);
  }
}
