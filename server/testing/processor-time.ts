/**
 * What `work` costs as a multiple of `reference`: processor time, measured in turns in one run. The least of each counts,
 * because load beside a test can only add to it; so the figure means the same on a slow or a busy machine.
 */
export function relativeCost(work: () => unknown, reference: () => unknown, rounds = 7): number {
  const times = Array.from({ length: rounds }, () => [microsOf(work), microsOf(reference)] as const);
  return Math.min(...times.map(([own]) => own)) / Math.min(...times.map(([, other]) => other));
}

/**
 * How much more eight times as much costs: about 8 in linear time, 64 in quadratic time. What costs too little to be
 * measured counts as ten milliseconds.
 */
export function growth(work: (size: number) => unknown, size: number, rounds = 3): number {
  const least = (factor: number): number =>
    Math.min(...Array.from({ length: rounds }, () => microsOf(() => work(size * factor))));
  return Math.max(least(8), 1) / Math.max(least(1), 10_000);
}

function microsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(user + system, 1);
}

/** The processor time of this thread in milliseconds, which a busy machine does not add to as it does to the time that passes. */
export const processorMs = (work: () => unknown): number => microsOf(work) / 1_000;
