import { isServerAnswer } from '#platform/db';
import { cut } from '#pure/text';
import type { HandOverOutcome } from '../outcome.ts';
import { noFacts } from '../outcome.ts';
import { relayFailed } from '../smtp/smtp-failure.ts';
import type { Consignment, Released, Session, Transport } from '../transport.ts';

/** Keeps a message where its owner finds it, and says what a relay would have said. Safe to repeat. */
export type Capture = (consignment: Consignment) => Promise<HandOverOutcome>;

const name = 'inbox';

/** The last hop of test mail: captured in the database instead of leaving. */
export function inboxTransport(capture: Capture): Transport {
  return {
    name,
    signs: false,
    isLocal: true,
    ratePerSecond: null,
    async open(consignment) {
      if (consignment.signal.aborted) return over('The hand-over was given up.');
      return { kind: 'ready', session: sessionOf(capture, consignment) };
    },
    check: async () => ({ isWell: true }),
    close: async () => {},
  };
}

const over = (reason: string) =>
  ({ kind: 'over', outcome: relayFailed(reason), facts: noFacts(name) }) as const satisfies object;

function sessionOf(capture: Capture, consignment: Consignment): Session {
  const facts = { ...noFacts(name), connectedAt: new Date() };
  let isOver = false;
  return {
    facts,
    get isLive() {
      return !isOver && !consignment.signal.aborted;
    },
    abandon() {
      isOver = true;
    },
    async release(): Promise<Released> {
      if (isOver || consignment.signal.aborted)
        return { outcome: relayFailed('The hand-over was given up.'), wasSent: false };
      isOver = true;
      try {
        const outcome = await capture(consignment);
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
