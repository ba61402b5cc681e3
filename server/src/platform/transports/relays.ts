import type { Logger } from '#platform/log';
import type { Circuit, CircuitOptions } from './circuit.ts';
import { makeCircuit } from './circuit.ts';
import type { AttemptFacts, HandOverOutcome } from './outcome.ts';
import type { Consignment, Opening, Released, Session, Transport } from './transport.ts';

/** The relays of an installation, in the order in which they are tried. */
export interface Relays {
  readonly isEmpty: boolean;
  /** The one that will be tried first; null while every relay is known to be down. */
  readonly first: Transport | null;
  /** Waits for a relay to come back, no longer than this. True when one has. */
  whenOpen(withinMs: number): Promise<boolean>;
  /**
   * Opens on the first relay that can: one that is down is passed over, one that fails before anything was sent gives way
   * to the next. The last answer counts. Null when all are known to be down. What comes of the release is heard as well.
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
        // Whether the relay is well is known when it has answered: one that can be reached may still refuse everything.
        if (opening.kind === 'ready') {
          const session = watched(opening.session, circuit, consignment.signal);
          return { transport, opening: { kind: 'ready', session } };
        }
        tell(circuit, opening.outcome);
        if (!isRelayFault(opening.outcome)) return last;
      }
      return last;
    },
    async close() {
      for (const { circuit } of members) circuit.stop();
      await Promise.all(transports.map((transport) => transport.close()));
    },
  };
}

/** The session, with its answer told to the relay's circuit. */
function watched(session: Session, circuit: Circuit, signal: AbortSignal): Session {
  return {
    facts: session.facts,
    get isLive() {
      return session.isLive;
    },
    abandon: () => session.abandon(),
    async release() {
      const released = certain(await session.release(), session.facts);
      if (released.wasSent || !signal.aborted) tell(circuit, released.outcome);
      return released;
    },
  };
}

/** Invariant: without a connection nothing was handed over, so there is no doubt about it and it is never taken as sent. */
function certain(released: Released, { connectedAt }: AttemptFacts): Released {
  const { outcome } = released;
  if (outcome.kind !== 'unknown' || connectedAt !== null) return released;
  return { outcome: { kind: 'deferred', reason: outcome.reason, about: 'relay' }, wasSent: false };
}

function tell(circuit: Circuit, outcome: HandOverOutcome): void {
  // A lost answer counts as well: a relay that takes mail and says nothing would turn the whole queue into doubts.
  if (outcome.kind === 'unknown' || isRelayFault(outcome)) circuit.failed(outcome.reason);
  else circuit.succeeded();
}

const isRelayFault = (outcome: HandOverOutcome): outcome is HandOverOutcome & { kind: 'deferred' } =>
  outcome.kind === 'deferred' && outcome.about === 'relay';
