/**
 * What `work` costs as a multiple of `reference`: processor time, measured in turns in one run. The middle one of each counts: load
 * beside a test adds to some of them, and the kernel's clock of a thread at times stands still and makes up for it later, so that the
 * least one may be nothing.
 */
export function relativeCost(work: () => unknown, reference: () => unknown, rounds = 7): number {
  const times = Array.from({ length: rounds }, () => [microsOf(work), microsOf(reference)] as const);
  return middle(times.map(([own]) => own)) / middle(times.map(([, other]) => other));
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

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
