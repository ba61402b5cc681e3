import type { Check } from '../faults/fault-run.ts';
import type { Latencies } from './latencies.ts';
import { merged, percentile } from './latencies.ts';
import type { Resources } from './resources.ts';
import type { LoadResult } from './steady-load.ts';

export function judgeLatencies(quiet: LoadResult, beside: LoadResult, check: Check): void {
  for (const kind of ['send', 'track', 'contact', 'list'] as const) {
    const figures = { quiet: figuresOf(quiet.byKind[kind]), beside: figuresOf(beside.byKind[kind]) };
    console.log(JSON.stringify({ name: `load, ${kind}`, ...figures }));
  }
  const accepts = (result: LoadResult): Latencies => merged([result.byKind.send, result.byKind.track]);
  const [before, under] = [figuresOf(accepts(quiet)), figuresOf(accepts(beside))];
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

const figuresOf = ({ milliseconds }: Latencies): { p50: number; p99: number; calls: number } => ({
  p50: Math.round(percentile(milliseconds, 0.5)),
  p99: Math.round(percentile(milliseconds, 0.99)),
  calls: milliseconds.length,
});

/** I12: back to where it was, give or take a tenth. */
export function judgeResources(who: string, early: Resources, late: Resources, check: Check): void {
  check(`${who}: memory as after the first minute`, late.residentMegabytes <= early.residentMegabytes * 1.1, {
    early: early.residentMegabytes,
    late: late.residentMegabytes,
    unit: 'MB',
  });
  check(`${who}: descriptors as after the first minute`, late.descriptors <= early.descriptors * 1.1 + 2, {
    early: early.descriptors,
    late: late.descriptors,
  });
}
