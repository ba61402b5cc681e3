import { z } from 'zod';

/** One setting: how it is parsed from text, what it means to an operator, and how it is shown in the reference. */
export interface Setting<T = unknown> {
  readonly shape: z.ZodType<T>;
  readonly about: string;
  readonly group: string;
  readonly fallback: string | undefined;
  readonly isSecret: boolean;
}

interface Options {
  group: string;
  fallback?: string;
  isSecret?: boolean;
}

export const setting = <T>(shape: z.ZodType<T>, about: string, options: Options): Setting<T> => ({
  shape,
  about,
  group: options.group,
  fallback: options.fallback,
  isSecret: options.isSecret ?? false,
});

export const text = z.string();
export const optionalText = z.string().transform((value) => (value === '' ? null : value));
/** Words between commas; none for an empty text. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''));

export const whole = (min: number, max: number): z.ZodType<number> =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T): z.ZodType<T[number]> =>
  z.enum(values) as unknown as z.ZodType<T[number]>; // Why: z.enum widens a readonly tuple to an index signature

/** A whole number, or null for an empty text. */
export const optionalWhole = (max: number): z.ZodType<number | null> =>
  z
    .string()
    .regex(/^\d*$/, 'must be a whole number')
    .transform((value) => (value === '' ? null : Number(value)))
    .pipe(z.number().max(max).nullable());

export const optionalPort = optionalWhole(65_535);

/** How many processes, or `auto` for as many as there are cores. */
export const processes: z.ZodType<number | 'auto'> = z.union(
  [z.literal('auto'), whole(1, 64)],
  'must be auto or 1 to 64',
);
