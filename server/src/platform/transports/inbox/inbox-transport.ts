import { isServerAnswer } from '#platform/db';
import { cut } from '#pure/text';
import { type HandOverOutcome, noFacts } from '../outcome.ts';
import { relayFailed } from '../smtp/smtp-failure.ts';
import type { OutgoingMessage, ReleaseResult, Session, Transport } from '../transport.ts';

/** Stores a message in the project's inbox, and returns what a relay would have replied. Safe to repeat. */
export type Capture = (outgoing: OutgoingMessage) => Promise<HandOverOutcome>;

const name = 'inbox';

/** The transport of test mail: captured in the database instead of being sent. */
export function inboxTransport(capture: Capture): Transport {
  return {
    name,
    signs: false,
    isLocal: true,
    ratePerSecond: null,
    async open(outgoing) {
      if (outgoing.signal.aborted) return over('The hand-over was given up.');
      return { kind: 'ready', session: sessionOf(capture, outgoing) };
    },
    check: async () => ({ isWell: true }),
    close: async () => {},
  };
}

const over = (reason: string) =>
  ({ kind: 'over', outcome: relayFailed(reason), facts: noFacts(name) }) as const satisfies object;

function sessionOf(capture: Capture, outgoing: OutgoingMessage): Session {
  const facts = { ...noFacts(name), connectedAt: new Date() };
  let isOver = false;
  return {
    facts,
    get isLive() {
      return !isOver && !outgoing.signal.aborted;
    },
    abandon() {
      isOver = true;
    },
    async release(): Promise<ReleaseResult> {
      if (isOver || outgoing.signal.aborted)
        return { outcome: relayFailed('The hand-over was given up.'), wasSent: false };
      isOver = true;
      try {
        const outcome = await capture(outgoing);
        facts.repliedAt = new Date();
        return { outcome, wasSent: true };
      } catch (error) {
        const reason = cut((error as Error).message, 512); // the database throws errors
        if (isServerAnswer(error)) return { outcome: relayFailed(reason), wasSent: false };
        return { outcome: { kind: 'unknown', reason }, wasSent: true };
      }
    },
  };
}
