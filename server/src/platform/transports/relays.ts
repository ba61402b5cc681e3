import type { Logger } from '#platform/log';
import { type Circuit, type CircuitOptions, makeCircuit } from './circuit.ts';
import type { AttemptFacts, HandOverOutcome } from './outcome.ts';
import type { OpenResult, OutgoingMessage, ReleaseResult, Session, Transport } from './transport.ts';

/** The relays of an installation, in the order in which they are tried. */
export interface Relays {
  /** The relay that will be tried first; null while every relay is known to be down. */
  readonly first: Transport | null;
  /** Waits for a relay to come back, no longer than this. True when one has. */
  whenOpen(withinMs: number): Promise<boolean>;
  /**
   * Opens a session on the first relay that works: relays that are down are skipped, and after a failure before anything was
   * sent the next one is tried. Returns the last result; null when all are known to be down. The result of the release counts
   * for the relay's circuit as well.
   */
  open(
    outgoing: Omit<OutgoingMessage, 'message'>,
    messageFor: (transport: Transport) => Promise<Buffer>,
  ): Promise<OpenedRelay | null>;
  close(): Promise<void>;
}

export interface OpenedRelay {
  readonly opening: OpenResult;
  readonly transport: Transport;
}

interface RelayMember {
  readonly transport: Transport;
  readonly circuit: Circuit;
}

interface Options extends Pick<CircuitOptions, 'firstPauseMs'> {
  /** Called with each answer that counts for a circuit: false when the relay failed, or its answer was lost. */
  readonly onAnswer?: (isWell: boolean) => void;
}

export function makeRelays(transports: readonly Transport[], log: Logger, given: Options = {}): Relays {
  const { onAnswer, ...options } = given;
  const waiting = new Set<() => void>();
  const members = transports.map((transport): RelayMember => {
    const onChange = (isHealthy: boolean, reason: string): void => {
      if (isHealthy) log.info({ relay: transport.name }, 'relay answers again');
      else log.warn({ relay: transport.name, reason }, 'relay does not answer');
      if (isHealthy) for (const wake of waiting) wake();
    };
    const circuit = makeCircuit({ check: () => transport.check(), onChange, ...options });
    return { transport, circuit: onAnswer ? announcing(circuit, onAnswer) : circuit };
  });
  const first = (): Transport | null => members.find(({ circuit }) => circuit.isHealthy)?.transport ?? null;

  return {
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
    async open(outgoing, messageFor) {
      let last: OpenedRelay | null = null;
      for (const { transport, circuit } of members) {
        if (!circuit.isHealthy) continue;
        const opening = await transport.open({ ...outgoing, message: await messageFor(transport) });
        last = { opening, transport };
        if (outgoing.signal.aborted) return last;
        // The circuit is updated only after the release: a relay that can be reached may still refuse everything.
        if (opening.kind === 'ready') {
          const session = reporting(opening.session, circuit, outgoing.signal);
          return { transport, opening: { kind: 'ready', session } };
        }
        reportTo(circuit, opening.outcome);
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

const announcing = (circuit: Circuit, onAnswer: (isWell: boolean) => void): Circuit => ({
  get isHealthy() {
    return circuit.isHealthy;
  },
  succeeded() {
    circuit.succeeded();
    onAnswer(true);
  },
  failed(reason) {
    circuit.failed(reason);
    onAnswer(false);
  },
  stop: () => circuit.stop(),
});

/** The session, with the result of its release reported to the relay's circuit. */
function reporting(session: Session, circuit: Circuit, signal: AbortSignal): Session {
  return {
    facts: session.facts,
    get isLive() {
      return session.isLive;
    },
    abandon: () => session.abandon(),
    async release() {
      const released = withoutFalseDoubt(await session.release(), session.facts);
      if (released.wasSent || !signal.aborted) reportTo(circuit, released.outcome);
      return released;
    },
  };
}

/** Invariant: without a connection nothing was handed over, so there is no doubt about it and it is never taken as sent. */
function withoutFalseDoubt(released: ReleaseResult, { connectedAt }: AttemptFacts): ReleaseResult {
  const { outcome } = released;
  if (outcome.kind !== 'unknown' || connectedAt !== null) return released;
  return { outcome: { kind: 'deferred', reason: outcome.reason, about: 'relay' }, wasSent: false };
}

function reportTo(circuit: Circuit, outcome: HandOverOutcome): void {
  // A lost reply counts as well: a relay that takes mail and never replies would turn the whole queue into doubts.
  if (outcome.kind === 'unknown' || isRelayFault(outcome)) circuit.failed(outcome.reason);
  else circuit.succeeded();
}

const isRelayFault = (outcome: HandOverOutcome): outcome is HandOverOutcome & { kind: 'deferred' } =>
  outcome.kind === 'deferred' && outcome.about === 'relay';
