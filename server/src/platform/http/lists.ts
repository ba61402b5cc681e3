import { z } from 'zod';
import { limits } from '#pure/limits';

/** A whole number in a query: unreadable text gives the default, a value out of range the nearest bound (D-128). */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  z
    .string()
    .optional()
    .transform((text) => {
      if (text === undefined || !/^[+-]?\d+$/.test(text.trim())) return fallback;
      return Math.min(max, Math.max(min, Number(text)));
    })
    .meta({ type: 'integer', default: fallback, minimum: min, maximum: max });

/** `limit` of a cursor list and `pageSize` of an offset list. */
export const pageLimit = wholeNumber(20, 1, limits.rowsPerPage);

/** A query value that must be one of a list; another one is a 400 that names them (D-130). */
export const choice = <const T extends readonly [string, ...string[]]>(values: T, note: { default?: T[number] } = {}) =>
  z
    .string()
    .optional()
    .superRefine((text, ctx) => {
      if (text !== undefined && !values.includes(text)) {
        ctx.addIssue({ code: 'custom', message: 'not in the list', params: { allowed: values } });
      }
    })
    .transform((text) => text as T[number] | undefined) // refined above
    .meta({ enum: [...values], ...note });

/** The same for a comma list of them; an empty list is the same as leaving it out. */
export const choices = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .optional()
    .transform((text, ctx): T[number][] | undefined => {
      const given = text?.split(',').map((part) => part.trim()) ?? [];
      if (given.some((part) => !values.includes(part))) {
        ctx.addIssue({ code: 'custom', message: 'not in the list', params: { allowed: values } });
      }
      return given.length === 0 ? undefined : (given as T[number][]); // each was checked above
    })
    .meta({ type: 'string', description: `One of ${values.join(', ')}, or several with commas between.` });

const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

export const queryFlag = z
  .string()
  .optional()
  .superRefine((text, ctx) => {
    if (text !== undefined && !Object.hasOwn(booleans, text)) {
      ctx.addIssue({ code: 'custom', message: 'not a flag', params: { allowed: ['true', 'false', '1', '0'] } });
    }
  })
  .transform((text) => (text === undefined ? undefined : booleans[text]))
  .meta({ type: 'boolean' });

/** Sort and direction fall back silently (D-129). */
export const sortBy = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z
    .string()
    .optional()
    .transform((text): T[number] => (text !== undefined && values.includes(text) ? text : fallback))
    .meta({ enum: [...values], default: fallback });

export const direction = sortBy(['asc', 'desc'], 'desc');

/** A substring to look for; empty means everything (D-131). */
export const search = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined);

export const CursorPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), cursor: z.string(), hasMore: z.boolean(), total: z.int() });

export const OffsetPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), total: z.int(), page: z.int(), pageSize: z.int(), totalPages: z.int() });
