import type { Ending } from '#platform/spool';
import type { Handling } from './handling.ts';
import { endWith } from './handling.ts';
import type { Verdict } from './may-leave.ts';

/** Ends a mail that must not leave, or holds it. */
export async function withhold(handling: Handling, verdict: Exclude<Verdict, { kind: 'go' }>): Promise<Ending> {
  const { figures } = handling.tools;
  if (verdict.kind === 'hold') {
    figures.countWithheld(verdict.reason);
    return endWith(handling, { effect: { kind: 'held', reason: verdict.reason } });
  }
  figures.countWithheld(verdict.closing.reason);
  // A repeat from doubt that must not leave any more: the first hand-over may have arrived, so it is not closed as unsent.
  if (handling.mail.delivery.repeats > 0) return endWith(handling, { effect: { kind: 'sent', isUnconfirmed: true } });
  return endWith(handling, {
    effect: { kind: 'closed', closing: verdict.closing, error: null, suppresses: false },
  });
}

const [shortest, longest] = [20, 60];

/** Every relay is known to be down: nothing was tried, so no attempt is counted. */
export const relayDown = (): Ending => ({ afterSeconds: shortest + Math.random() * (longest - shortest) });
