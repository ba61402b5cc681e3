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
}

/** Declares a listener. Payloads come in batches: bulk work must not cost a round trip each. */
export const on = <Tx, Payload>(
  signal: SignalDefinition<Payload>,
  run: (tx: Tx, payloads: readonly Payload[]) => Promise<void>,
): SignalListener<Tx, Payload> => ({ signal, run });

export interface Signals<Tx> {
  emit<Payload>(tx: Tx, signal: SignalDefinition<Payload>, payloads: readonly Payload[]): Promise<void>;
}

/** Listeners run one after the other, lowest layer first, in the order the features are listed. */
export function makeSignals<Tx>(listeners: readonly SignalListener<Tx>[]): Signals<Tx> {
  const byName = Map.groupBy(listeners, (listener) => listener.signal.name);
  return {
    async emit(tx, signal, payloads) {
      if (payloads.length === 0) return;
      for (const listener of byName.get(signal.name) ?? []) {
        await listener.run(tx, payloads as readonly never[]); // the definition ties name and type together
      }
    },
  };
}
