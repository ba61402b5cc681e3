import { startProcess } from '../../instance/instance.ts';
import { median, report } from '../comparison.ts';
import { httpLoad } from '../http-bench.ts';
import { httpRate } from '../http-rate.ts';
import { trackBench } from '../track/index.ts';
import type { BenchDatabase } from './bench-database.ts';

/** `/v1/track` beside waiting executions and without any, in turns. */
export async function compareTracks(
  databases: { readonly waiting: BenchDatabase; readonly empty: BenchDatabase },
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<void> {
  const [waiting, empty] = await Promise.all([
    startProcess('api', databases.waiting.url),
    startProcess('api', databases.empty.url),
  ]);
  try {
    const size = { rounds, milliseconds, warmUp: 0 };
    const rateOf = (api: typeof waiting, of: BenchDatabase): Promise<number> =>
      httpRate(api.url, httpLoad(trackBench(of.projects, size), '', milliseconds));
    const rates: { waiting: number[]; empty: number[] } = { waiting: [], empty: [] };
    for (let round = -1; round < rounds; round += 1) {
      const [beside, without] = [await rateOf(waiting, databases.waiting), await rateOf(empty, databases.empty)];
      if (round < 0 && rounds > 1) continue; // a process that has just started still compiles what it runs
      rates.waiting.push(beside);
      rates.empty.push(without);
    }
    const [ours, bare] = [median(rates.waiting), median(rates.empty)];
    report({
      name: 'workflows, track beside waiting executions, of track without',
      ...{ ours, bare, unit: 'requests/s', want: { ratio: { atLeast: 0.9 } } },
    });
  } finally {
    await Promise.all([waiting.stop(), empty.stop()]);
  }
}
