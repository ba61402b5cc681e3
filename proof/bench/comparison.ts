/** One figure of ours beside the same thing done bare, in the same run. Times on a shared machine mean nothing alone. */
export interface Comparison {
  name: string;
  ours: number;
  bare: number;
  unit: string;
}

/** Prints one JSON line, so that figures can be read by a script. */
export function report({ name, ours, bare, unit }: Comparison): void {
  const rounded = (value: number): number => Number(value.toPrecision(4));
  console.log(JSON.stringify({ name, ours: rounded(ours), bare: rounded(bare), ratio: rounded(ours / bare), unit }));
}

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
