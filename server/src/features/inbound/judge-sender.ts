import type { MailVerdict } from '#features/emails';
import type { InstanceContext } from '#platform/context';
import { authenticationDns } from './authentication-dns.ts';
import type { IncomingMessage } from './incoming-message.ts';
import { isOrdinary } from './is-ordinary.ts';

export type SenderVerdicts = Readonly<Record<'spf' | 'dkim' | 'dmarc', MailVerdict>>;

const longestMs = 15_000;
const failed: SenderVerdicts = { spf: 'PROCESSING_FAILED', dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' };

const verdicts: Readonly<Record<string, MailVerdict>> = {
  pass: 'PASS',
  fail: 'FAIL',
  permerror: 'FAIL',
  policy: 'FAIL',
  temperror: 'PROCESSING_FAILED',
};

/** Authenticates the sender: SPF, DKIM and DMARC, with our own name servers. A mail is never refused for it. */
export async function judgeSender(ctx: InstanceContext, message: IncomingMessage): Promise<SenderVerdicts> {
  const { raw, sender, helo, clientAddress } = message;
  if (!isOrdinary(raw)) return failed;
  const limit = AbortSignal.timeout(longestMs);
  try {
    const { authenticate } = await import('mailauth'); // Why late: only processes that receive mail need it
    const judged = authenticate(raw, {
      ip: clientAddress,
      helo,
      sender,
      mta: ctx.config.INBOUND_HOST ?? 'localhost',
      resolver: authenticationDns(ctx.dns, limit),
      disableArc: true,
      disableBimi: true,
    });
    const { spf, dkim, dmarc } = await Promise.race([judged, outOfTime(limit)]);
    return {
      spf: verdictOf(spf ? spf.status.result : 'none'),
      dkim: best((dkim.results ?? []).map(({ status }) => signatureVerdict(status.result))),
      dmarc: verdictOf(dmarc ? dmarc.status.result : 'none'),
    };
  } catch (error) {
    ctx.log.warn({ error }, 'sender of incoming mail could not be judged');
    return failed;
  }
}

const verdictOf = (result: string): MailVerdict => verdicts[result] ?? 'GRAY';

/** `neutral` is the result for a signature whose hash does not match the text. */
const signatureVerdict = (result: string): MailVerdict => (result === 'neutral' ? 'FAIL' : verdictOf(result));

/** One valid signature is enough. */
const best = (all: readonly MailVerdict[]): MailVerdict =>
  (['PASS', 'PROCESSING_FAILED', 'FAIL'] as const).find((verdict) => all.includes(verdict)) ?? 'GRAY';

const outOfTime = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true });
  });
