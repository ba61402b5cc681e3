/** What a figure must reach: the ratio of ours to bare, or our figure itself. */
export type Want =
  | { readonly ratio: { readonly atLeast: number } | { readonly atMost: number } }
  | { readonly ours: { readonly atLeast: number } | { readonly atMost: number } };

/** One figure of ours beside the same thing done bare, in the same run. Times on a shared machine mean nothing alone. */
export interface Comparison {
  readonly name: string;
  readonly ours: number;
  /** Left out where a figure stands for itself. */
  readonly bare?: number;
  readonly unit: string;
  /** Null: only shown, to tell where the time goes. */
  readonly want: Want | null;
  /** What explains the figure. */
  readonly detail?: unknown;
}

/** A comparison as it is printed. */
export interface FigureLine {
  readonly name: string;
  readonly ours: number;
  readonly bare?: number;
  readonly ratio?: number;
  readonly unit: string;
  readonly want: string | null;
  /** Null where nothing is wanted. */
  readonly isMet: boolean | null;
  readonly detail?: unknown;
}

/** Prints one JSON line, so that figures can be read by a script. A want that is missed fails the run. */
export function report(comparison: Comparison): void {
  const line = lineOf(comparison);
  console.log(JSON.stringify(line));
  if (line.isMet === false) process.exitCode = 1;
}

export function lineOf({ name, ours, bare, unit, want, detail }: Comparison): FigureLine {
  const ratio = bare === undefined ? undefined : ours / bare;
  return {
    name,
    ours: rounded(ours),
    ...(bare === undefined ? {} : { bare: rounded(bare) }),
    ...(ratio === undefined ? {} : { ratio: rounded(ratio) }),
    unit,
    want: want && wordsOf(want),
    isMet: want && isMet(want, ours, ratio),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Reads a printed line; null for anything else that a bench prints. */
export function readLine(text: string): FigureLine | null {
  if (!text.startsWith('{')) return null;
  const value: unknown = JSON.parse(text);
  const isFigure = typeof value === 'object' && value !== null && 'ours' in value && 'want' in value;
  return isFigure ? (value as FigureLine) : null; // printed by `report`
}

/** By the figures as they are, not as they are rounded. What is no number has missed. */
function isMet(want: Want, ours: number, ratio: number | undefined): boolean {
  const [figure, limit] = 'ratio' in want ? [ratio ?? Number.NaN, want.ratio] : [ours, want.ours];
  return 'atLeast' in limit ? figure >= limit.atLeast : figure <= limit.atMost;
}

function wordsOf(want: Want): string {
  const [name, limit] = 'ratio' in want ? (['ratio', want.ratio] as const) : (['ours', want.ours] as const);
  return 'atLeast' in limit ? `${name} >= ${limit.atLeast}` : `${name} <= ${limit.atMost}`;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
