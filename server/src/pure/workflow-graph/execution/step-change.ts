import type { JsonObject } from '#pure/custom-fields';
import { type IsoInstant, type OpenStep, pendingStep, type StepError } from './state.ts';

/** What happens to the open step: it stays open in another state, or it ends. */
export type StepChange = { readonly kind: 'open'; readonly open: OpenStep } | ({ readonly kind: 'end' } & StepEnd);

export type StepEnd = {
  readonly status: 'COMPLETED' | 'FAILED' | 'SKIPPED';
  /** The way it goes on; null for the one without a name. */
  readonly branch: string | null;
  readonly output: JsonObject | null;
  readonly error: StepError | null;
  /** The arrival at the next step; undefined: the step took no time, the arrival stays (D-934). */
  readonly arrivedAt?: IsoInstant;
  /** The new context; undefined: it stays. */
  readonly context?: JsonObject;
  /** Set by EXIT and by a cancellation: the execution ends here, with this reason. */
  readonly exitReason?: string;
  /** The open step as it was at its end. */
  readonly open: OpenStep;
};

export const stayOpen = (open: OpenStep): StepChange => ({ kind: 'open', open });

export const begun = (now: Date): OpenStep => ({ ...pendingStep, status: 'RUNNING', startedAt: now.toISOString() });

export const completed = (
  open: OpenStep,
  output: JsonObject,
  more: Partial<Pick<StepEnd, 'branch' | 'arrivedAt' | 'context' | 'exitReason'>> = {},
): StepChange => ({ kind: 'end', status: 'COMPLETED', branch: null, output, error: null, open, ...more });

export const failed = (open: OpenStep, error: StepError, output: JsonObject | null = null): StepChange => ({
  ...{ kind: 'end', status: 'FAILED', branch: null, output, error, open },
});

export const skipped = (open: OpenStep, exitReason: string): StepChange => ({
  ...{ kind: 'end', status: 'SKIPPED', branch: null, output: open.output, error: null, open, exitReason },
});
