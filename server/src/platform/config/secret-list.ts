import { z } from 'zod';
import { list } from './setting.ts';

const max = 20;
const shortest = 32;

/** Secrets between commas, or a JSON array of texts for those that have a comma in them. */
export const secretList: z.ZodType<readonly string[]> = z
  .string()
  .transform((text, ctx) => {
    if (!text.trim().startsWith('[')) return list.parse(text);
    try {
      return JSON.parse(text) as unknown; // checked below
    } catch {
      ctx.addIssue({ code: 'custom', message: 'begins with [ but is no JSON array' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(
        z.string('must be texts').min(shortest, `every key has at least ${shortest} characters`),
        'must be an array',
      )
      .max(max, `at most ${max} keys`),
  );
