import { noFacts } from '../outcome.ts';
import type { Health, OpenResult, OutgoingMessage, Transport } from '../transport.ts';
import { type HoldResult, holdSession } from './hold-session.ts';
import { type Connect, type Link, openLink, type Trace } from './link.ts';
import { makeLinkPool } from './link-pool.ts';
import { relayFailed, replyIn, replyText, stageOf } from './smtp-failure.ts';
import type { SmtpRelay } from './smtp-relay.ts';
import { defaultTimeouts, type SmtpTimeouts } from './timeouts.ts';

export interface SmtpOptions {
  readonly timeouts?: Partial<SmtpTimeouts>;
  /** Creates the trace of each new link. */
  readonly traceLink?: () => Trace;
  /** Makes the connections instead of the system. */
  readonly connect?: Connect;
}

/** Hands messages to an SMTP relay over pooled links. */
export function smtpTransport(relay: SmtpRelay, options: SmtpOptions = {}): Transport {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const name = `${relay.host}:${relay.port}`;
  const pool = makeLinkPool(timeouts.idleMs);
  const { connect } = options;

  const giveBack = (link: Link, isReusable: boolean): void => {
    if (isReusable) pool.put(link);
    else link.smtp.close();
  };

  async function attempt(link: Link, outgoing: OutgoingMessage): Promise<HoldResult> {
    const result = await holdSession(link, outgoing, timeouts, giveBack);
    if (result.kind === 'over') recover(link, result.isReusable, giveBack);
    return result;
  }

  return {
    name,
    signs: relay.signs,
    isLocal: relay.isLoopback,
    ratePerSecond: relay.ratePerSecond,
    async open(outgoing): Promise<OpenResult> {
      if (outgoing.signal.aborted) return failed(name, new Error('The hand-over was given up.'));
      // An idle link may be dead without notice. Nothing was handed over on it: once more over a new one.
      const used = pool.take();
      const first = used ? await attempt(used, outgoing) : null;
      if (first && (first.kind === 'ready' || !first.isLinkLost || outgoing.signal.aborted)) return first;
      try {
        return await attempt(await openLink(relay, { timeouts, connect, trace: options.traceLink?.() }), outgoing);
      } catch (error) {
        return failed(name, error);
      }
    },
    async check(): Promise<Health> {
      try {
        giveBack(await openLink(relay, { timeouts, connect }), true);
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

function failed(name: string, error: unknown): OpenResult {
  const reply = replyIn(error);
  const reason = reply ? replyText(reply) : (error as Error).message; // the client throws errors
  return { kind: 'over', outcome: relayFailed(reason), facts: { ...noFacts(name), reply } };
}
