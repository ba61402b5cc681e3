import { limits } from '#pure/limits';
import { advance } from '../execution/advance.ts';
import type { Effect } from '../execution/effect.ts';
import type { Happening } from '../execution/happening.ts';
import { startExecution } from '../execution/state.ts';
import type { Graph } from '../graph.ts';
import type {
  EffectResult,
  SimulatedEvent,
  SimulatedStep,
  Simulation,
  SimulationInput,
  SimulationWorld,
} from './simulation.ts';

/**
 * Runs an execution on a virtual clock (D-932). Steps, branches and times come from `advance`, as in the server; what the steps
 * would do is asked of `world`, and nothing else has an effect (D-949).
 */
export async function simulate<Shown>(
  graph: Graph,
  { startAt, context, events }: SimulationInput,
  world: SimulationWorld<Shown>,
): Promise<Simulation<Shown>> {
  const clock = new VirtualClock(startAt, events);
  const steps: SimulatedStep<Shown>[] = [];
  const shown = new Map<string, Shown>();
  let state = startExecution(graph, { context, at: startAt });
  let effect: Effect = { kind: 'run' };
  while (effect.kind !== 'finish') {
    const limit = steps.length > limits.simulationSteps ? 'steps' : world.exceeded(); // and TRIGGER, which does not count
    if (limit !== null) return { kind: 'stopped', limit };
    if (effect.kind === 'callWebhook') {
      state = advance(graph, state, { kind: 'callBegins', at: clock.now }, clock.now).state;
    }
    const result: EffectResult<Shown> = isOutside(effect)
      ? await world.perform(effect, { now: clock.now, context: state.context, past: clock.past() })
      : { happening: clock.pass(effect, world) };
    if (isOutside(effect) && result.shown !== undefined) shown.set(effect.step.id, result.shown);
    clock.record(result.causes ?? []);
    const next = advance(graph, state, result.happening, clock.now);
    if (!next.hasChanged) throw new Error('the result of an effect fits the state that asked for it');
    steps.push(...next.finished.map((step) => ({ ...step, shown: shown.get(step.stepId) ?? null })));
    ({ state, effect } = next);
  }
  const { status, exitReason } = effect;
  return { kind: 'finished', status, exitReason, completedAt: clock.now, steps, context: state.context };
}

type TimeEffect = Extract<Effect, { kind: 'run' | 'wait' | 'waitForEvent' }>;

const isOutside = (effect: Effect): effect is Exclude<Effect, TimeEffect | { kind: 'finish' }> => 'step' in effect;

/** The time of a simulation and what happens in it. It never goes back. */
class VirtualClock {
  now: Date;
  #events: readonly SimulatedEvent[];
  /** The event that last woke the execution: it does not count again (D-913). */
  #last: SimulatedEvent | null = null;

  constructor(startAt: Date, events: readonly SimulatedEvent[]) {
    this.now = startAt;
    this.#events = events.toSorted(byTime);
  }

  past(): readonly SimulatedEvent[] {
    return this.#events.filter(({ at }) => at <= this.now);
  }

  record(causes: readonly Omit<SimulatedEvent, 'at'>[]): void {
    if (causes.length === 0) return;
    this.#events = [...this.#events, ...causes.map((cause) => ({ ...cause, at: this.now }))].toSorted(byTime);
  }

  /** Lets the time pass that an effect asks for, and returns what ends it. */
  pass(effect: TimeEffect, { isAwaited }: Pick<SimulationWorld<never>, 'isAwaited'>): Happening {
    if (effect.kind === 'run') return { kind: 'run' };
    const event = effect.kind === 'waitForEvent' ? this.#firstOf(effect, isAwaited) : undefined;
    this.#moveTo(event?.at ?? effect.until);
    if (!event) return { kind: 'due' };
    this.#last = event;
    return { kind: 'event', data: event.data, at: event.at };
  }

  #firstOf(
    { eventName, since, until }: Extract<Effect, { kind: 'waitForEvent' }>,
    isAwaited: (awaited: string, recorded: string) => boolean,
  ): SimulatedEvent | undefined {
    return this.#events.find(
      (event) => event !== this.#last && event.at >= since && event.at <= until && isAwaited(eventName, event.name),
    );
  }

  #moveTo(at: Date): void {
    if (at > this.now) this.now = at;
  }
}

const byTime = (left: SimulatedEvent, right: SimulatedEvent): number => left.at.getTime() - right.at.getTime();
