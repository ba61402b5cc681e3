import { z } from 'zod';

const Entry = z.object({
  at: z.iso.datetime(),
  project: z.uuid(),
  email: z.uuid(),
  attempt: z.int().positive(),
  type: z.string(),
});

/** A hand-over that was accepted. No address and no text: the log outlives the erasure of a person. */
export type SentEntry = z.output<typeof Entry>;

const Gap = z.object({ at: z.iso.datetime(), unwritten: z.int().positive() });

/** What stands in a line: a hand-over, or how many could not be written before it. */
type SentLine = { readonly entry: SentEntry } | { readonly unwritten: number };

export const lineOf = (entry: SentEntry): string => `${JSON.stringify(entry)}\n`;

export const gapLine = (at: string, unwritten: number): string => `${JSON.stringify({ at, unwritten })}\n`;

/** Null for a line that was cut off. */
export function parseLine(line: string): SentLine | null {
  const value = jsonOf(line);
  const entry = Entry.safeParse(value);
  if (entry.success) return { entry: entry.data };
  const gap = Gap.safeParse(value);
  return gap.success ? { unwritten: gap.data.unwritten } : null;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
