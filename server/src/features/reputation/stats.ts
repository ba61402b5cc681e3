import { thresholds } from './thresholds.ts';

/** Live mail of a period: handed over, permanently bounced, complained about. */
export interface ReputationCounts {
  readonly sent: number;
  readonly bounces: number;
  readonly complaints: number;
}

/** A campaign, a workflow, or another source of mail that can be paused alone. */
export interface MailSource {
  readonly scope: string;
  readonly targetId: string;
}

/** The input of a check. */
export interface ReputationStats {
  readonly isNewProject: boolean;
  readonly day: ReputationCounts;
  readonly week: ReputationCounts;
  /** The week's counts of each source. */
  readonly sources: readonly (MailSource & { readonly week: ReputationCounts })[];
}

export type RateKind = 'bounce' | 'complaint';

export const kinds: readonly RateKind[] = ['bounce', 'complaint'];

export const countOf = (kind: RateKind, counts: ReputationCounts): number =>
  kind === 'bounce' ? counts.bounces : counts.complaints;

/** In per cent; mail that was refused before it was handed over counts as a bounce, so it may exceed 100. */
export const rateOf = (kind: RateKind, counts: ReputationCounts): number =>
  counts.sent === 0 ? 0 : (100 * countOf(kind, counts)) / counts.sent;

/** Enough mail for a rate to mean something. */
export function hasMinimum(kind: RateKind, counts: ReputationCounts): boolean {
  const { sent, bounces, complaints } = thresholds.minimum;
  return counts.sent >= sent && countOf(kind, counts) >= (kind === 'bounce' ? bounces : complaints);
}

export const without = (all: ReputationCounts, some: readonly ReputationCounts[]): ReputationCounts =>
  some.reduce(
    (rest, counts) => ({
      sent: rest.sent - counts.sent,
      bounces: rest.bounces - counts.bounces,
      complaints: rest.complaints - counts.complaints,
    }),
    all,
  );
