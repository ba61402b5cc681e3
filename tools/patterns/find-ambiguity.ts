import { type Branch, type CharacterSet, type Piece, parsePattern } from './parse-pattern.ts';

/** A piece on one path through a pattern. */
interface PatternStep {
  /** Null for a zero-width piece. */
  readonly set: CharacterSet | null;
  readonly isLoop: boolean;
  readonly isOptional: boolean;
  readonly isStart: boolean;
}

const maxPaths = 3_000;

/**
 * Why a pattern may take more than one pass over its text, or null. Three causes: two unbounded repeats that can match the
 * same characters; an unbounded group whose branches begin alike; and a search that restarts inside an unbounded repeat
 * whose end fails. A conservative estimate: it accepts only patterns that are linear as far as we know.
 */
export function findAmbiguity(source: string, flags: string): string | null {
  const branches = parsePattern(source, flags);
  if (hasAlikeBranches(branches)) return 'an unbounded group has branches that begin alike';
  const paths = pathsThrough(branches);
  if (paths.length > maxPaths) return 'there are too many paths through it';
  for (const path of paths) {
    if (hasOverlappingRepeats(path)) return 'two unbounded repeats can match the same characters';
    if (!flags.includes('y') && restartsInsideRepeat(path))
      return 'a search can restart at every position of an unbounded repeat';
  }
  return innerTests(branches)
    .flatMap((inner) => pathsThrough(inner))
    .some(hasOverlappingRepeats)
    ? 'two unbounded repeats can match the same characters'
    : null;
}

const overlaps = (a: CharacterSet, b: CharacterSet): boolean => [...a].some((one) => b.has(one));
const union = (a: CharacterSet, b: CharacterSet | null): CharacterSet => new Set([...a, ...(b ?? [])]);

/** A repeat, then only what may be empty or what it could match itself, then another repeat of the same characters. */
function hasOverlappingRepeats(path: readonly PatternStep[]): boolean {
  return path.some(({ set, isLoop }, index) => {
    if (!isLoop || !set) return false;
    for (const next of path.slice(index + 1)) {
      if (!next.set) continue;
      if (next.isLoop && overlaps(set, next.set)) return true;
      if (!next.isOptional && !overlaps(set, next.set)) return false;
    }
    return false;
  });
}

/** The search has no fixed start, everything before the repeat could match within it, and what follows may fail. */
function restartsInsideRepeat(path: readonly PatternStep[]): boolean {
  if (path.find(({ set, isStart }) => set !== null || isStart)?.isStart) return false;
  const index = path.findIndex(({ isLoop }) => isLoop);
  const loop = path[index]?.set;
  if (!loop) return false;
  const before = path.slice(0, index).filter(({ set, isOptional }) => set !== null && !isOptional);
  const canFail = path.slice(index + 1).some(({ set, isOptional }) => set === null || !isOptional);
  return canFail && before.every(({ set }) => set !== null && overlaps(set, loop));
}

/** Every path through the branches; an unbounded group is walked twice, so that its end meets its beginning. */
function pathsThrough(branches: readonly Branch[]): PatternStep[][] {
  return branches.flatMap((branch) => {
    let paths: PatternStep[][] = [[]];
    for (const piece of branch) {
      const steps = stepsOf(piece);
      paths = paths.flatMap((path) => steps.map((more) => [...path, ...more]));
      if (paths.length > maxPaths) break;
    }
    return paths;
  });
}

function stepsOf(piece: Piece): PatternStep[][] {
  if (piece.kind === 'test') return [[{ set: null, isLoop: false, isOptional: false, isStart: piece.isStart }]];
  const isLoop = piece.max === Number.POSITIVE_INFINITY;
  if (piece.kind === 'atom') return [[{ set: piece.set, isLoop, isOptional: piece.min === 0, isStart: false }]];
  const single = singleSet(piece.branches);
  if (single) return [[{ set: single, isLoop, isOptional: piece.min === 0, isStart: false }]];
  const once = pathsThrough(piece.branches);
  const twice = piece.max > 1 ? once.flatMap((path) => once.map((again) => [...path, ...again])) : once;
  return piece.min === 0 ? [[], ...twice] : twice;
}

/** The characters of a group that matches exactly one character each time. */
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
    return firsts.some((set, index) => firsts.slice(index + 1).some((other) => overlaps(set, other)));
  });
}

function firstOf(branches: readonly Branch[]): CharacterSet {
  return pathsThrough(branches).reduce<CharacterSet>((all, path) => {
    const end = path.findIndex(({ set, isOptional }) => set !== null && !isOptional);
    const first = end < 0 ? path : path.slice(0, end + 1);
    return first.reduce<CharacterSet>((sum, { set }) => union(sum, set), all);
  }, new Set());
}

const innerTests = (branches: readonly Branch[]): (readonly Branch[])[] =>
  branches.flat().flatMap((piece) => {
    if (piece.kind === 'atom') return [];
    return piece.kind === 'test' ? [piece.inner, ...innerTests(piece.inner)] : innerTests(piece.branches);
  });
