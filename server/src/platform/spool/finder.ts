import { nilId } from '#platform/ids';
import type { Dispatch, FindFrom, FoundLine, Micros } from './dispatch.ts';
import type { Rotation } from './rotation.ts';

/** If a transaction takes longer than this to commit a due row, the row is found by the next sweep. */
const latenessMicros = 3_000_000;
const pairsPerLook = 2_000;

/**
 * Finds projects with due rows for the rotations, one per lane.
 * A look starts just below the last one: it finds rows that became due since, or were committed late. It costs one index probe
 * when nothing is new, however many rows wait. A sweep starts at the beginning and finds what looks have missed.
 */
export interface Finder {
  /** True when the next look is due: earlier while there is nothing else to do, or after a wake-up. */
  isDue(): boolean;
  /** A row is known to be due: brings the next look forward even while other rows keep this worker busy. */
  lookSoon(): void;
  look(): Promise<void>;
  sweep(isStopping: () => boolean): Promise<void>;
}

export function makeFinder(dispatch: Dispatch, rotations: readonly Rotation[]): Finder {
  const starts = rotations.map((_, lane): FindFrom => ({ lane, at: 0, projectId: nilId }));
  let nextAt = 0;
  let soonAt = 0;

  const add = (lines: readonly FoundLine[], isSweep: boolean): void => {
    for (const { lane, nowAt, found } of lines) {
      if (found && found.firstDueAt <= nowAt) rotations[lane]?.found(found.projectId, found.firstDueAt, { isSweep });
    }
  };

  return {
    isDue: () => performance.now() >= nextAt || rotations.every((rotation) => rotation.size === 0),
    lookSoon() {
      nextAt = Math.min(nextAt, soonAt);
    },
    async look() {
      const began = performance.now();
      const lines = await dispatch.find(starts, pairsPerLook);
      add(lines, false);
      const next = rotations.map((_, lane) => goOn(lane, lines) ?? startBelow(lane, lines));
      const isMidway = next.some((from) => from.projectId !== nilId);
      for (const from of next) starts[from.lane] = from;
      const took = performance.now() - began;
      soonAt = performance.now() + took;
      nextAt = isMidway ? soonAt : performance.now() + Math.max(50, 10 * took);
    },
    async sweep(isStopping) {
      let from = rotations.map((_, lane): FindFrom => ({ lane, at: 0, projectId: nilId }));
      while (from.length > 0 && !isStopping()) {
        const began = performance.now();
        const lines = await dispatch.find(from, pairsPerLook);
        add(lines, true);
        from = from.flatMap(({ lane }) => goOn(lane, lines) ?? []);
        const took = performance.now() - began;
        if (from.length > 0) await new Promise((resolve) => setTimeout(resolve, took));
      }
    },
  };
}

/** Where a lane continues when its last look stopped at the limit. */
function goOn(lane: number, lines: readonly FoundLine[]): FindFrom | undefined {
  const own = lines.filter((line) => line.lane === lane);
  const last = own.at(-1)?.found;
  return own.length >= pairsPerLook && last ? { lane, at: last.secondAt, projectId: last.projectId } : undefined;
}

function startBelow(lane: number, lines: readonly FoundLine[]): FindFrom {
  const nowAt: Micros | undefined = lines[0]?.nowAt;
  if (nowAt === undefined) throw new Error('a look returns the time');
  return { lane, at: nowAt - latenessMicros, projectId: nilId };
}
