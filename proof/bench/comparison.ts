type Limit = { readonly atLeast: number } | { readonly atMost: number };

/** What a measurement must reach: the ratio of ours to bare or to thin, or our value itself. */
export type Requirement = { readonly ratio: Limit } | { readonly ratioToThin: Limit } | { readonly ours: Limit };

/** One measurement of ours and the same work done bare, in the same run. Times on a shared machine mean nothing alone. */
export interface Comparison {
  readonly name: string;
  readonly ours: number;
  /** Left out where there is nothing to compare with. */
  readonly bare?: number;
  /** The same rows written by a server without the product's promises (`thin/`). */
  readonly thin?: number;
  readonly unit: string;
  /** Null: only shown, to see where the time goes. */
  readonly want: Requirement | null;
  /** What explains the measurement. */
  readonly detail?: unknown;
}

/** A comparison as it is printed. */
export interface MeasurementLine {
  readonly name: string;
  readonly ours: number;
  readonly bare?: number;
  readonly ratio?: number;
  readonly thin?: number;
  readonly ratioToThin?: number;
  readonly unit: string;
  readonly want: string | null;
  /** Null where nothing is required. */
  readonly isMet: boolean | null;
  readonly detail?: unknown;
}

/** Prints one JSON line for scripts to read. A missed requirement fails the run. */
export function report(comparison: Comparison): void {
  const line = lineOf(comparison);
  console.log(JSON.stringify(line));
  if (line.isMet === false) process.exitCode = 1;
}

export function lineOf({ name, ours, bare, thin, unit, want, detail }: Comparison): MeasurementLine {
  const ratio = bare === undefined ? undefined : ours / bare;
  const ratioToThin = thin === undefined ? undefined : ours / thin;
  return {
    name,
    ours: rounded(ours),
    ...(bare === undefined ? {} : { bare: rounded(bare) }),
    ...(ratio === undefined ? {} : { ratio: rounded(ratio) }),
    ...(thin === undefined ? {} : { thin: rounded(thin) }),
    ...(ratioToThin === undefined ? {} : { ratioToThin: rounded(ratioToThin) }),
    unit,
    want: want && describe(want),
    isMet: want && isMet(want, { ours, ratio, ratioToThin }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Parses a printed line; null for anything else that a bench prints. */
export function readLine(text: string): MeasurementLine | null {
  if (!text.startsWith('{')) return null;
  const value: unknown = JSON.parse(text);
  const isMeasurement = typeof value === 'object' && value !== null && 'ours' in value && 'want' in value;
  return isMeasurement ? (value as MeasurementLine) : null; // printed by `report`
}

type Values = Readonly<Record<'ours' | 'ratio' | 'ratioToThin', number | undefined>>;

/** Compares exact values, not the rounded ones. NaN misses every requirement, as does a ratio to nothing. */
function isMet(want: Requirement, values: Values): boolean {
  const [name, limit] = partsOf(want);
  const value = values[name] ?? Number.NaN;
  return 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
}

function describe(want: Requirement): string {
  const [name, limit] = partsOf(want);
  return 'atLeast' in limit ? `${name} >= ${limit.atLeast}` : `${name} <= ${limit.atMost}`;
}

function partsOf(want: Requirement): [keyof Values, Limit] {
  if ('ratio' in want) return ['ratio', want.ratio];
  return 'ratioToThin' in want ? ['ratioToThin', want.ratioToThin] : ['ours', want.ours];
}

const rounded = (value: number): number => Number(value.toPrecision(4));

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
