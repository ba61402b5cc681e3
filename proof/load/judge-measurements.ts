import type { Check } from '../faults/fault-run.ts';
import { type Latencies, merged, percentile } from './latencies.ts';
import type { Resources } from './resources.ts';
import type { LoadResult } from './steady-load.ts';

export function judgeLatencies(quiet: LoadResult, beside: LoadResult, check: Check): void {
  for (const kind of ['send', 'track', 'contact', 'list'] as const) {
    const percentiles = { quiet: percentilesOf(quiet.byKind[kind]), beside: percentilesOf(beside.byKind[kind]) };
    console.log(JSON.stringify({ name: `load, ${kind}`, ...percentiles }));
  }
  const accepts = (result: LoadResult): Latencies => merged([result.byKind.send, result.byKind.track]);
  const [before, under] = [percentilesOf(accepts(quiet)), percentilesOf(accepts(beside))];
  check(
    'p99 of accepting beside the misbehaving tenant is at most twice its value without',
    under.p99 <= 2 * before.p99,
    {
      quiet: before,
      beside: under,
      ratio: Number((under.p99 / before.p99).toFixed(2)),
      want: 2,
    },
  );
}

const percentilesOf = ({ milliseconds }: Latencies): { p50: number; p99: number; calls: number } => ({
  p50: Math.round(percentile(milliseconds, 0.5)),
  p99: Math.round(percentile(milliseconds, 0.99)),
  calls: milliseconds.length,
});

/** I12: the same as before, within a tenth. `idle` is shown, if it was measured: what was held before any load. */
export function judgeResources(
  name: string,
  { idle, early, late }: { idle?: Resources; early: Resources; late: Resources },
  check: Check,
): void {
  check(`${name}: memory as after the first minute`, late.residentMegabytes <= early.residentMegabytes * 1.1, {
    ...(idle ? { idle: idle.residentMegabytes } : {}),
    early: early.residentMegabytes,
    late: late.residentMegabytes,
    unit: 'MB',
  });
  check(`${name}: descriptors as after the first minute`, late.descriptors <= early.descriptors * 1.1 + 2, {
    early: early.descriptors,
    late: late.descriptors,
  });
}
