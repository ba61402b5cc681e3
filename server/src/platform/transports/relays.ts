import type { Logger } from '#platform/log';
import type { Circuit, CircuitOptions } from './circuit.ts';
import { makeCircuit } from './circuit.ts';
import type { EarlyOutcome } from './outcome.ts';
import type { Consignment, Opening, Transport } from './transport.ts';

/** The relays of an installation, in the order in which they are tried. */
export interface Relays {
  readonly isEmpty: boolean;
  /** The one that will be tried first; null while every relay is known to be down. */
  readonly first: Transport | null;
  /** Waits for a relay to come back, no longer than this. True when one has. */
  whenOpen(withinMs: number): Promise<boolean>;
  /**
   * Opens on the first relay that can: one that is down is passed over, one that fails before anything was sent gives way
   * to the next. The last answer counts. Null when all are known to be down.
   */
  open(
    consignment: Omit<Consignment, 'message'>,
    messageFor: (transport: Transport) => Promise<Buffer>,
  ): Promise<Opened | null>;
  close(): Promise<void>;
}

export interface Opened {
  readonly opening: Opening;
  readonly transport: Transport;
}

interface Member {
  readonly transport: Transport;
  readonly circuit: Circuit;
}

type Options = Pick<CircuitOptions, 'firstPauseMs'>;

export function makeRelays(transports: readonly Transport[], log: Logger, options: Options = {}): Relays {
  const waiting = new Set<() => void>();
  const members = transports.map((transport): Member => {
    const onChange = (isClosed: boolean, reason: string): void => {
      if (isClosed) log.info({ relay: transport.name }, 'relay answers again');
      else log.warn({ relay: transport.name, reason }, 'relay does not answer');
      if (isClosed) for (const wake of waiting) wake();
    };
    return { transport, circuit: makeCircuit({ check: () => transport.check(), onChange, ...options }) };
  });
  const first = (): Transport | null => members.find(({ circuit }) => circuit.isClosed)?.transport ?? null;

  return {
    isEmpty: members.length === 0,
    get first() {
      return first();
    },
    async whenOpen(withinMs) {
      if (first()) return true;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, withinMs);
        waiting.add(wake);
      });
      return first() !== null;
    },
    async open(consignment, messageFor) {
      let last: Opened | null = null;
      for (const { transport, circuit } of members) {
        if (!circuit.isClosed) continue;
        const opening = await transport.open({ ...consignment, message: await messageFor(transport) });
        last = { opening, transport };
        if (consignment.signal.aborted) return last;
        if (opening.kind === 'ready' || !isRelayFault(opening.outcome)) {
          circuit.succeeded();
          return last;
        }
        circuit.failed(opening.outcome.reason);
      }
      return last;
    },
    async close() {
      for (const { circuit } of members) circuit.stop();
      await Promise.all(transports.map((transport) => transport.close()));
    },
  };
}

const isRelayFault = (outcome: EarlyOutcome): boolean => outcome.kind === 'deferred' && outcome.about === 'relay';
