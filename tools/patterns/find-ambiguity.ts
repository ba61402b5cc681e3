import type { Branch, CharacterSet, Piece } from './parse-pattern.ts';
import { parsePattern } from './parse-pattern.ts';

/** A piece on one way through a pattern. */
interface Step {
  /** Null for what takes no character. */
  readonly set: CharacterSet | null;
  readonly isLoop: boolean;
  readonly isOptional: boolean;
  readonly isStart: boolean;
}

const mostWays = 3_000;

/**
 * Why a pattern may take more than one pass over its text, or null. Three causes: two endless repeats that can hand the same
 * characters to each other; an endless group whose branches begin alike; and a search that begins anew inside the run of an
 * endless repeat which fails at its end. An estimate on the safe side: what it lets pass is linear for all we know.
 */
export function findAmbiguity(source: string, flags: string): string | null {
  const branches = parsePattern(source, flags);
  if (hasAlikeBranches(branches)) return 'an endless group has branches that begin alike';
  const ways = waysThrough(branches);
  if (ways.length > mostWays) return 'there are too many ways through it';
  for (const way of ways) {
    if (handsOver(way)) return 'two endless repeats can take the same characters';
    if (!flags.includes('y') && beginsAnew(way)) return 'it can begin anew at every place of an endless repeat';
  }
  return innerTests(branches)
    .flatMap((inner) => waysThrough(inner))
    .some(handsOver)
    ? 'two endless repeats can take the same characters'
    : null;
}

const overlaps = (a: CharacterSet, b: CharacterSet): boolean => [...a].some((one) => b.has(one));
const union = (a: CharacterSet, b: CharacterSet | null): CharacterSet => new Set([...a, ...(b ?? [])]);

/** A repeat, then only what may be empty or what it could take itself, then another repeat of the same characters. */
function handsOver(way: readonly Step[]): boolean {
  return way.some(({ set, isLoop }, place) => {
    if (!isLoop || !set) return false;
    for (const next of way.slice(place + 1)) {
      if (!next.set) continue;
      if (next.isLoop && overlaps(set, next.set)) return true;
      if (!next.isOptional && !overlaps(set, next.set)) return false;
    }
    return false;
  });
}

/** Nothing holds the search at one place, everything before the repeat could stand within it, and what follows may fail. */
function beginsAnew(way: readonly Step[]): boolean {
  if (way.find(({ set, isStart }) => set !== null || isStart)?.isStart) return false;
  const place = way.findIndex(({ isLoop }) => isLoop);
  const loop = way[place]?.set;
  if (!loop) return false;
  const before = way.slice(0, place).filter(({ set, isOptional }) => set !== null && !isOptional);
  const canFail = way.slice(place + 1).some(({ set, isOptional }) => set === null || !isOptional);
  return canFail && before.every(({ set }) => set !== null && overlaps(set, loop));
}

/** Every way through the branches; an endless group is gone through twice, so that its end meets its beginning. */
function waysThrough(branches: readonly Branch[]): Step[][] {
  return branches.flatMap((branch) => {
    let ways: Step[][] = [[]];
    for (const piece of branch) {
      const steps = stepsOf(piece);
      ways = ways.flatMap((way) => steps.map((more) => [...way, ...more]));
      if (ways.length > mostWays) break;
    }
    return ways;
  });
}

function stepsOf(piece: Piece): Step[][] {
  if (piece.kind === 'test') return [[{ set: null, isLoop: false, isOptional: false, isStart: piece.isStart }]];
  const isLoop = piece.max === Number.POSITIVE_INFINITY;
  if (piece.kind === 'atom') return [[{ set: piece.set, isLoop, isOptional: piece.min === 0, isStart: false }]];
  const single = singleSet(piece.branches);
  if (single) return [[{ set: single, isLoop, isOptional: piece.min === 0, isStart: false }]];
  const once = waysThrough(piece.branches);
  const twice = piece.max > 1 ? once.flatMap((way) => once.map((again) => [...way, ...again])) : once;
  return piece.min === 0 ? [[], ...twice] : twice;
}

/** The characters of a group that takes exactly one each time. */
function singleSet(branches: readonly Branch[]): CharacterSet | null {
  const sets = branches.map(([piece, ...more]) =>
    piece?.kind === 'atom' && piece.min === 1 && piece.max === 1 && more.length === 0 ? piece.set : null,
  );
  if (sets.some((set) => set === null)) return null;
  return sets.reduce<CharacterSet>(union, new Set());
}

function hasAlikeBranches(branches: readonly Branch[]): boolean {
  return branches.flat().some((piece) => {
    if (piece.kind === 'atom') return false;
    if (piece.kind === 'test') return hasAlikeBranches(piece.inner);
    if (hasAlikeBranches(piece.branches)) return true;
    if (piece.max !== Number.POSITIVE_INFINITY) return false;
    const firsts = piece.branches.map((branch) => firstOf([branch]));
    return firsts.some((set, place) => firsts.slice(place + 1).some((other) => overlaps(set, other)));
  });
}

function firstOf(branches: readonly Branch[]): CharacterSet {
  return waysThrough(branches).reduce<CharacterSet>((all, way) => {
    const end = way.findIndex(({ set, isOptional }) => set !== null && !isOptional);
    const first = end < 0 ? way : way.slice(0, end + 1);
    return first.reduce<CharacterSet>((sum, { set }) => union(sum, set), all);
  }, new Set());
}

const innerTests = (branches: readonly Branch[]): (readonly Branch[])[] =>
  branches.flat().flatMap((piece) => {
    if (piece.kind === 'atom') return [];
    return piece.kind === 'test' ? [piece.inner, ...innerTests(piece.inner)] : innerTests(piece.branches);
  });
