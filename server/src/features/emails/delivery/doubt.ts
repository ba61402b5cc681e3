import type { ClaimedMail } from './claimed-mail.ts';
import type { Mail } from './mail.ts';
import type { AttemptEntry, ClosingEffect } from './result.ts';

/** What the log of attempts says about the doubtful attempt. */
export type Evidence = { readonly outcome: AttemptEntry['outcome']; readonly reply: string | null } | null;

export type Resolution =
  | ClosingEffect
  /** It turned out to be a temporary refusal: no doubt, an ordinary retry. */
  | { readonly kind: 'retry' }
  /** Once more, with the same Message-ID and content, marked as a possible duplicate. */
  | { readonly kind: 'repeat' };

/** How long to wait for evidence. Not at all for a relay on this machine that is gone with all messages it had taken. */
export async function doubtSeconds({ ctx, mail, tools }: ClaimedMail): Promise<number> {
  if (mail.isTest || (mail.providerId === null && (await tools.isLocalRelayGone()))) return 0;
  return ctx.config.DOUBT_WAIT_SECONDS;
}

/**
 * The end of a doubt: evidence first, then the kind of mail (docs/promises.md, 3.6).
 * Invariant: a mail is repeated from doubt once at most, and only if the project repeats mail of its type.
 */
export function resolveDoubt({ type, status, delivery, project }: Mail, evidence: Evidence): Resolution {
  if (status !== 'QUEUED') return { kind: 'sent', isUnconfirmed: false }; // a notice was faster than the answer
  switch (evidence?.outcome) {
    case 'ACCEPTED':
      return { kind: 'sent', isUnconfirmed: false };
    case 'REJECTED':
      return { kind: 'closed', closure: { status: 'FAILED', reason: 'REJECTED' }, error: evidence.reply };
    case 'DEFERRED':
      return { kind: 'retry' };
    case 'UNKNOWN':
    case undefined:
  }
  const mayRepeat = type === 'TRANSACTIONAL' ? project.resendsTransactionalOnDoubt : project.resendsMarketingOnDoubt;
  return mayRepeat && delivery.repeats === 0 ? { kind: 'repeat' } : { kind: 'sent', isUnconfirmed: true };
}
