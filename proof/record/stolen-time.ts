import { readFile } from 'node:fs/promises';

/** Time of all processors since the machine started, and what of it the host gave to other machines. */
export interface ProcessorTime {
  readonly all: number;
  readonly stolen: number;
}

/** Nothing is known where there is no `/proc/stat`. */
export const processorTime = async (): Promise<ProcessorTime> =>
  readProcessorTime(await readFile('/proc/stat', 'utf8').catch(() => ''));

/** The first line counts user, nice, system, idle, waiting, interrupts, soft interrupts and stolen; what follows is counted in these. */
export function readProcessorTime(stat: string): ProcessorTime {
  const ticks = (/^cpu +([\d ]+)$/m.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 };
}

/** Said of a result from one per cent on: times of such a run are of a machine that was not its own. */
export function stolenNote(before: ProcessorTime, after: ProcessorTime): string {
  const percent = Math.round((100 * (after.stolen - before.stolen)) / Math.max(1, after.all - before.all));
  return percent < 1 ? '' : `, ${percent} % of its processors' time taken by the host`;
}
