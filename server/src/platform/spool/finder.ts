import type { Dispatch, FindFrom, FoundLine, Micros } from './dispatch.ts';
import { noId } from './dispatch.ts';
import type { Rotation } from './rotation.ts';

/** A transaction that takes longer than this to commit a due row has it found by the next sweep. */
const latenessMicros = 3_000_000;
const pairsPerLook = 2_000;

/**
 * Finds projects with due rows for the rotations, one per lane.
 * A look starts just below the last one: what became due since, and what was committed late. It costs one index probe
 * when nothing is new, however many rows sleep or wait. A sweep starts at the beginning and finds whatever looks missed.
 */
export interface Finder {
  /** True when a look is worth its price: more often while there is nothing else to do, or somebody said that there is. */
  isDue(): boolean;
  /** A row is due, whoever says so: do not wait as long as otherwise while other rows keep this worker busy. */
  hurry(): void;
  look(): Promise<void>;
  sweep(isStopping: () => boolean): Promise<void>;
}

export function makeFinder(dispatch: Dispatch, rotations: readonly Rotation[]): Finder {
  const starts = rotations.map((_, lane): FindFrom => ({ lane, at: 0, projectId: noId }));
  let nextAt = 0;
  let soonAt = 0;

  const add = (lines: readonly FoundLine[], isSweep: boolean): void => {
    for (const { lane, nowAt, found } of lines) {
      if (found && found.firstDueAt <= nowAt) rotations[lane]?.found(found.projectId, found.firstDueAt, { isSweep });
    }
  };

  return {
    isDue: () => performance.now() >= nextAt || rotations.every((rotation) => rotation.size === 0),
    hurry() {
      nextAt = Math.min(nextAt, soonAt);
    },
    async look() {
      const began = performance.now();
      const lines = await dispatch.find(starts, pairsPerLook);
      add(lines, false);
      const next = rotations.map((_, lane) => goOn(lane, lines) ?? startBelow(lane, lines));
      const isMidway = next.some((from) => from.projectId !== noId);
      for (const from of next) starts[from.lane] = from;
      const took = performance.now() - began;
      soonAt = performance.now() + took;
      nextAt = isMidway ? soonAt : performance.now() + Math.max(50, 10 * took);
    },
    async sweep(isStopping) {
      let from = rotations.map((_, lane): FindFrom => ({ lane, at: 0, projectId: noId }));
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

/** Where a lane goes on when its last look ended before the present. */
function goOn(lane: number, lines: readonly FoundLine[]): FindFrom | undefined {
  const own = lines.filter((line) => line.lane === lane);
  const last = own.at(-1)?.found;
  return own.length >= pairsPerLook && last ? { lane, at: last.secondAt, projectId: last.projectId } : undefined;
}

function startBelow(lane: number, lines: readonly FoundLine[]): FindFrom {
  const nowAt: Micros | undefined = lines[0]?.nowAt;
  if (nowAt === undefined) throw new Error('a look tells the time');
  return { lane, at: nowAt - latenessMicros, projectId: noId };
}
