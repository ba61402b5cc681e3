import { formatCount } from '../figures/format.ts';

export type NumberBounds = {
  min?: number | undefined;
  max?: number | undefined;
  /** Whole numbers only, unless false. */
  isWhole?: boolean | undefined;
};

export type ReadNumber = { value: number | string | undefined; problem: string | undefined };

/** Reads what was typed. What is no number stays text, so that the field keeps it and says why. */
export function readNumber(typed: unknown, bounds: NumberBounds): ReadNumber {
  if (typeof typed !== 'string' && typeof typed !== 'number') return { value: undefined, problem: undefined };
  const text = String(typed).trim();
  if (text === '') return { value: undefined, problem: undefined };
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { value: text, problem: 'This is not a number.' };
  const value = Number(text);
  return { value, problem: outOfBounds(value, bounds) };
}

function outOfBounds(value: number, { min, max, isWhole }: NumberBounds): string | undefined {
  if (isWhole !== false && !Number.isSafeInteger(value)) return 'A whole number is needed.';
  if (min !== undefined && value < min) return `At least ${formatCount(min)}.`;
  if (max !== undefined && value > max) return `At most ${formatCount(max)}.`;
  return undefined;
}
