/**
 * What `work` costs as a multiple of `reference`: processor time, measured in turns in one run. The least of each counts,
 * because load beside a test can only add to it; so the figure means the same on a slow or a busy machine.
 */
export function relativeCost(work: () => unknown, reference: () => unknown, rounds = 7): number {
  const times = Array.from({ length: rounds }, () => [microsOf(work), microsOf(reference)] as const);
  return Math.min(...times.map(([own]) => own)) / Math.min(...times.map(([, other]) => other));
}

function microsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(user + system, 1);
}
