import { nilId } from '#platform/ids';
import type { Dispatch, FindFrom, FoundLine, Micros } from './dispatch.ts';
import type { Rotation } from './rotation.ts';

/** A look finds rows that were committed so long after they became due. */
const nearMicros = 500_000;
/** Once a second a look starts further below: rows that took up to three seconds to commit do not wait for the next sweep. */
const [farMicros, farEveryMs] = [4_000_000, 1_000];
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
  /** Where lanes continue whose last look stopped at the limit. */
  let midway: readonly (FindFrom | undefined)[] = [];
  /** The time of the last look, by the database's clock. */
  let lookedAt: Micros = 0;
  let farAt = 0;
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
      const isFar = began >= farAt;
      if (isFar) farAt = began + farEveryMs;
      const at = Math.max(0, lookedAt - (isFar ? farMicros : nearMicros));
      const from = rotations.map((_, lane) => midway[lane] ?? { lane, at, projectId: nilId });
      const lines = await dispatch.find(from, pairsPerLook);
      add(lines, false);
      midway = rotations.map((_, lane) => goOn(lane, lines));
      lookedAt = timeOf(lines);
      const took = performance.now() - began;
      soonAt = performance.now() + took;
      nextAt = midway.some(Boolean) ? soonAt : performance.now() + Math.max(50, 10 * took);
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

function timeOf([line]: readonly FoundLine[]): Micros {
  if (!line) throw new Error('a look returns the time');
  return line.nowAt;
}
