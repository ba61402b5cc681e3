import { noFacts } from '../outcome.ts';
import type { Consignment, Health, Opening, Transport } from '../transport.ts';
import type { Holding } from './hold-session.ts';
import { holdSession } from './hold-session.ts';
import type { Link, Trace } from './link.ts';
import { openLink } from './link.ts';
import { makeLinkPool } from './link-pool.ts';
import { relayFailed, replyIn, spoken, stageOf } from './smtp-failure.ts';
import type { SmtpRelay } from './smtp-relay.ts';
import type { SmtpTimeouts } from './timeouts.ts';
import { usualTimeouts } from './timeouts.ts';

export interface SmtpOptions {
  readonly timeouts?: Partial<SmtpTimeouts>;
  /** Gives each new link somebody who hears it. */
  readonly traceLink?: () => Trace;
}

/** Hands messages to an SMTP relay over links that are kept and used again. */
export function smtpTransport(relay: SmtpRelay, options: SmtpOptions = {}): Transport {
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const name = `${relay.host}:${relay.port}`;
  const pool = makeLinkPool(timeouts.idleMs);

  const giveBack = (link: Link, isReusable: boolean): void => {
    if (isReusable) pool.put(link);
    else link.smtp.close();
  };

  async function attempt(link: Link, consignment: Consignment): Promise<Holding> {
    const holding = await holdSession(link, consignment, timeouts, giveBack);
    if (holding.kind === 'over') recover(link, holding.isReusable, giveBack);
    return holding;
  }

  return {
    name,
    signs: relay.signs,
    isLocal: relay.isLoopback,
    ratePerSecond: relay.ratePerSecond,
    async open(consignment): Promise<Opening> {
      if (consignment.signal.aborted) return failed(name, new Error('The hand-over was given up.'));
      // A link that was idle may be dead without our knowing. Nothing was sent over it: once more over a fresh one.
      const used = pool.take();
      const first = used ? await attempt(used, consignment) : null;
      if (first && (first.kind === 'ready' || !first.isLinkLost || consignment.signal.aborted)) return first;
      try {
        return await attempt(await openLink(relay, timeouts, options.traceLink?.()), consignment);
      } catch (error) {
        return failed(name, error);
      }
    },
    async check(): Promise<Health> {
      try {
        giveBack(await openLink(relay, timeouts), true);
        return { isWell: true };
      } catch (error) {
        return { isWell: false, stage: stageOf(error), reason: (error as Error).message }; // the client throws errors
      }
    },
    async close() {
      pool.close();
    },
  };
}

/** After a refusal the server still has half a transaction open; RSET ends it. */
function recover(link: Link, isReusable: boolean, giveBack: (link: Link, isReusable: boolean) => void): void {
  if (isReusable) link.smtp.reset((error) => giveBack(link, !error));
  else giveBack(link, false);
}

function failed(name: string, error: unknown): Opening {
  const reply = replyIn(error);
  const reason = reply ? spoken(reply) : (error as Error).message; // the client throws errors
  return { kind: 'over', outcome: relayFailed(reason), facts: { ...noFacts(name), reply } };
}
