import type { JsonObject } from '#pure/custom-fields';
import type { FinishedStep } from '../execution/advance.ts';
import type { Effect } from '../execution/effect.ts';
import type { Happening } from '../execution/happening.ts';
import type { FinalStatus } from '../execution/state.ts';

/** An event of the contact, under the name by which it is recorded. */
export type SimulatedEvent = { readonly name: string; readonly at: Date; readonly data: JsonObject | null };

/** What a simulation begins with. */
export type SimulationInput = {
  readonly startAt: Date;
  readonly context: JsonObject;
  /** Events that will happen, in any order; those of one moment in the order in which they happen. */
  readonly events: readonly SimulatedEvent[];
};

/** An effect that needs more than the clock. */
export type OutsideEffect = Extract<
  Effect,
  { kind: 'sendEmail' | 'evaluateCondition' | 'updateContact' | 'callWebhook' }
>;

/** When an effect is done, by the virtual clock. */
export type Moment = {
  readonly now: Date;
  readonly context: JsonObject;
  /** Events of the simulation up to now. */
  readonly past: readonly SimulatedEvent[];
};

/** What an effect would lead to. */
export type EffectResult<Shown> = {
  readonly happening: Happening;
  /** What is listed with the step beside its output. */
  readonly shown?: Shown;
  /** Events that it would cause at once. */
  readonly causes?: readonly Omit<SimulatedEvent, 'at'>[];
};

/** Everything that a simulation asks of its surroundings. */
export type SimulationWorld<Shown> = {
  perform(effect: OutsideEffect, moment: Moment): Promise<EffectResult<Shown>>;
  /** Whether an event that was recorded under `recorded` is one that a step waits for as `awaited`. */
  isAwaited(awaited: string, recorded: string): boolean;
  /** The limit that ends the simulation before its next effect; null goes on. */
  exceeded(): SimulationLimit | null;
};

export type SimulationLimit = 'steps' | 'time' | 'size';

export type SimulatedStep<Shown> = FinishedStep & { readonly shown: Shown | null };

export type Simulation<Shown> =
  | {
      readonly kind: 'finished';
      readonly status: FinalStatus;
      readonly exitReason: string | null;
      readonly completedAt: Date;
      readonly steps: readonly SimulatedStep<Shown>[];
      readonly context: JsonObject;
    }
  | { readonly kind: 'stopped'; readonly limit: SimulationLimit };
