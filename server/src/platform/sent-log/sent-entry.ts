import { z } from 'zod';

const HandOver = z.object({
  at: z.iso.datetime(),
  project: z.uuid(),
  email: z.uuid(),
  attempt: z.int().positive(),
});

const Entry = HandOver.extend({ type: z.string() });
/** A hand-over that was accepted. No address and no text: the log outlives the erasure of a person. */
export type SentEntry = z.output<typeof Entry>;

const Step = HandOver.extend({ state: z.enum(['begun', 'not-left']) });
/**
 * `begun`: the gate is open, and the mail may leave from here on. `not-left`: it did not, as the relay has said or because the hand-over was
 * given up. A mail that was begun and has neither this nor an entry may have left or not.
 */
export type SentStep = z.output<typeof Step>;

const Gap = z.object({ at: z.iso.datetime(), unwritten: z.int().positive() });

/** What stands in a line: a hand-over, a step of one, or how many lines could not be written before it. */
type SentLine = { readonly entry: SentEntry } | { readonly step: SentStep } | { readonly unwritten: number };

export const lineOf = (line: SentEntry | SentStep): string => `${JSON.stringify(line)}\n`;

export const gapLine = (at: string, unwritten: number): string => `${JSON.stringify({ at, unwritten })}\n`;

/** Null for a line that was cut off. */
export function parseLine(line: string): SentLine | null {
  const value = jsonOf(line);
  if (typeof value !== 'object' || value === null) return null;
  if ('state' in value) {
    const step = Step.safeParse(value);
    return step.success ? { step: step.data } : null;
  }
  if ('unwritten' in value) {
    const gap = Gap.safeParse(value);
    return gap.success ? { unwritten: gap.data.unwritten } : null;
  }
  const entry = Entry.safeParse(value);
  return entry.success ? { entry: entry.data } : null;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
