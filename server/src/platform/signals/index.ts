/**
 * How a feature notifies features above it. It emits a signal inside its transaction; listeners that features above declare
 * run in the same transaction, so either all of it happens or nothing.
 */
export interface SignalDefinition<Payload> {
  readonly name: string;
  /** Carries the type of the payload; never set. */
  readonly payload?: (payload: Payload) => void;
}

export const defineSignal = <Payload>(name: string): SignalDefinition<Payload> => ({ name });

export interface SignalListener<Tx, Payload = never> {
  readonly signal: SignalDefinition<Payload>;
  readonly run: (tx: Tx, payloads: readonly Payload[]) => Promise<void>;
  readonly when: string | undefined;
}

export interface ListenerOptions {
  /** A condition in SQL, $1 the project: where it does not hold, the listener would find nothing to do. */
  readonly when?: string;
}

/** The listeners of a signal that have something to do in a project: all but those whose condition does not hold. */
export interface ActiveListeners<Payload> {
  readonly signal: SignalDefinition<Payload>;
  /** Of each listener with a condition, in their order. */
  readonly holds: readonly boolean[];
}

/** Declares a listener. Payloads come in batches: bulk work must not cost a round trip each. */
export const on = <Tx, Payload>(
  signal: SignalDefinition<Payload>,
  run: (tx: Tx, payloads: readonly Payload[]) => Promise<void>,
  { when }: ListenerOptions = {},
): SignalListener<Tx, Payload> => ({ signal, run, when });

export interface Signals<Tx> {
  emit<Payload>(tx: Tx, signal: SignalDefinition<Payload>, payloads: readonly Payload[]): Promise<void>;
  emitTo<Payload>(tx: Tx, active: ActiveListeners<Payload>, payloads: readonly Payload[]): Promise<void>;
  /** The statement that asks for `holds` of a project, $1; null if no listener has a condition. */
  conditionsOf(signal: SignalDefinition<never>): string | null;
}

/** Listeners run one after the other, lowest layer first, in the order the features are listed. */
export function makeSignals<Tx>(listeners: readonly SignalListener<Tx>[]): Signals<Tx> {
  const byName = Map.groupBy(listeners, (listener) => listener.signal.name);
  const statements = new Map(
    Array.from(byName, ([name, all]) => [name, statementOf(all.flatMap(({ when }) => when ?? []))]),
  );

  async function emitTo<Payload>(
    tx: Tx,
    { signal, holds }: ActiveListeners<Payload>,
    payloads: readonly Payload[],
  ): Promise<void> {
    if (payloads.length === 0) return;
    let index = 0;
    for (const listener of byName.get(signal.name) ?? []) {
      if (listener.when !== undefined && holds[index++] === false) continue;
      await listener.run(tx, payloads as readonly never[]); // the definition ties name and type together
    }
  }

  return {
    emit: (tx, signal, payloads) => emitTo(tx, { signal, holds: [] }, payloads),
    emitTo,
    conditionsOf: (signal) => statements.get(signal.name) ?? null,
  };
}

const statementOf = (conditions: readonly string[]): string | null =>
  conditions.length === 0 ? null : `select array[${conditions.map((each) => `(${each})`).join(', ')}] as holds`;
