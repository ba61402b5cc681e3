import type { Closing } from '../email.ts';
import type { Mail } from './mail.ts';
import type { AttemptEntry } from './result.ts';

/** What the log of attempts has come to know of the doubtful attempt. */
export type Evidence = { readonly outcome: AttemptEntry['outcome']; readonly reply: string | null } | null;

export type Resolution =
  /** By evidence. */
  | { readonly kind: 'sent'; readonly isUnconfirmed: boolean }
  | { readonly kind: 'closed'; readonly closing: Closing; readonly error: string | null }
  /** Refused for now, as we know by now: no doubt, an ordinary retry. */
  | { readonly kind: 'retry' }
  /** Once more, with the same Message-ID and content, marked as a possible duplicate. */
  | { readonly kind: 'repeat' };

/**
 * The end of a doubt: evidence first, then the kind of mail (reliability 3.6).
 * Invariant: a mail is repeated from doubt once at most, and only if nobody may miss it.
 */
export function resolveDoubt({ type, status, delivery, project }: Mail, evidence: Evidence): Resolution {
  if (status !== 'QUEUED') return { kind: 'sent', isUnconfirmed: false }; // a notice was faster than the answer
  switch (evidence?.outcome) {
    case 'ACCEPTED':
      return { kind: 'sent', isUnconfirmed: false };
    case 'REJECTED':
      return { kind: 'closed', closing: { status: 'FAILED', reason: 'REJECTED' }, error: evidence.reply };
    case 'DEFERRED':
      return { kind: 'retry' };
    case 'UNKNOWN':
    case undefined:
  }
  const mayRepeat = type === 'TRANSACTIONAL' ? project.resendsTransactionalOnDoubt : project.resendsMarketingOnDoubt;
  return mayRepeat && delivery.repeats === 0 ? { kind: 'repeat' } : { kind: 'sent', isUnconfirmed: true };
}
