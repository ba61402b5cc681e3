import { thresholds } from './thresholds.ts';

/** Live mail of some stretch of time: handed over, permanently bounced, complained about. */
export interface Counts {
  readonly sent: number;
  readonly bounces: number;
  readonly complaints: number;
}

/** A campaign, a workflow, or whatever else can be paused alone. */
export interface Source {
  readonly scope: string;
  readonly targetId: string;
}

/** Everything a check looks at. */
export interface Figures {
  readonly isNewProject: boolean;
  readonly day: Counts;
  readonly week: Counts;
  /** What sources did in the week. */
  readonly sources: readonly (Source & { readonly week: Counts })[];
}

export type Kind = 'bounce' | 'complaint';

export const kinds: readonly Kind[] = ['bounce', 'complaint'];

export const countOf = (kind: Kind, counts: Counts): number => (kind === 'bounce' ? counts.bounces : counts.complaints);

/** In per cent; mail that was refused before it was handed over counts as a bounce, so there may be more than 100. */
export const rateOf = (kind: Kind, counts: Counts): number =>
  counts.sent === 0 ? 0 : (100 * countOf(kind, counts)) / counts.sent;

/** Enough mail for a rate to mean something. */
export function hasMinimum(kind: Kind, counts: Counts): boolean {
  const { sent, bounces, complaints } = thresholds.minimum;
  return counts.sent >= sent && countOf(kind, counts) >= (kind === 'bounce' ? bounces : complaints);
}

export const without = (all: Counts, some: readonly Counts[]): Counts =>
  some.reduce(
    (rest, counts) => ({
      sent: rest.sent - counts.sent,
      bounces: rest.bounces - counts.bounces,
      complaints: rest.complaints - counts.complaints,
    }),
    all,
  );
