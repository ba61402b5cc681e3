import type { EmailDetail } from '../../api/emails.ts';
import { closedSentence, holdSentence } from '../../widgets/state-chip/email-reasons.ts';
import type { EmailState } from '../../widgets/state-chip/email-states.ts';

export interface Reason {
  /** An SMTP code, else a word. */
  readonly code: string;
  readonly note?: string;
  readonly sentences: readonly string[];
  readonly theirWords: string | null;
  /** Not over yet: it may still end well. */
  readonly isWarning: boolean;
}

type ReasonFields = Pick<EmailDetail, 'to' | 'error' | 'bounceType' | 'reason' | 'holdReason' | 'attempts'>;

/** Why a mail did not end well, or does not go on; null where there is nothing to explain. */
export function reasonOf(email: ReasonFields, kind: EmailState): Reason | null {
  const answer = answerIn(email.error);
  const host = email.to?.split('@')[1];
  const theirs = host ? `the mailbox host of ${host}` : 'the mailbox host';
  const over = { theirWords: email.error, isWarning: false };
  switch (kind) {
    case 'bounced':
      return {
        ...over,
        code: answer.code ?? 'Bounced',
        note: noteOf(answer.enhanced, email.bounceType === 'Transient' ? 'this time' : 'for good'),
        sentences: bounceSentences(email, answer.enhanced, theirs),
      };
    case 'complaint':
      return {
        ...over,
        code: 'Spam',
        note: 'reported',
        sentences: [`${email.to ?? 'The recipient'} marked this mail as spam, and the mailbox provider told us.`],
      };
    case 'failed':
      return {
        ...over,
        code: answer.code ?? 'Failed',
        ...(answer.code && { note: noteOf(answer.enhanced, 'for good') }),
        sentences: [closedSentence(email.reason)],
      };
    case 'notsent':
      return { ...over, code: 'Not sent', note: 'never left us', sentences: [closedSentence(email.reason)] };
    case 'cancelled':
      return { ...over, code: 'Stopped', note: 'never left us', sentences: [closedSentence(email.reason)] };
    case 'held':
      return {
        theirWords: null,
        isWarning: true,
        code: 'Held',
        note: 'not lost',
        sentences: [holdSentence(email.holdReason ?? '')],
      };
    case 'retrying':
      return {
        theirWords: email.error,
        isWarning: true,
        code: answer.code ?? 'Retrying',
        note: noteOf(answer.enhanced, 'for now'),
        sentences: [
          `${capital(theirs)} could not take it yet. ${triesWords(email.attempts)}; we stop 72 hours after it was accepted.`,
        ],
      };
    case 'checking':
      return {
        theirWords: null,
        isWarning: true,
        code: 'Checking',
        sentences: ['The connection broke after hand-over; we look for proof before we decide.'],
      };
    default:
      return null;
  }
}

function bounceSentences({ bounceType }: ReasonFields, enhanced: string | undefined, theirs: string): string[] {
  if (bounceType === 'Transient') return [`${capital(theirs)} gave up on it. The same address may work next time.`];
  if (enhanced === '5.1.1' || enhanced === '5.1.10') return [`Nobody has this address, says ${theirs}.`];
  if (enhanced?.startsWith('5.7'))
    return [`${capital(theirs)} refuses it by its own rules, not because of the address.`];
  return [`${capital(theirs)} refuses it for good.`];
}

interface Answer {
  readonly code?: string;
  readonly enhanced?: string;
}

/** `550 5.1.1 no such user`: the code and the enhanced code in front of the words. */
function answerIn(words: string | null): Answer {
  const [, code, enhanced] = /^\s*([245]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3}))?\b/.exec(words ?? '') ?? [];
  return { ...(code && { code }), ...(enhanced && { enhanced }) };
}

const noteOf = (enhanced: string | undefined, ending: string): string => (enhanced ? `${enhanced}, ${ending}` : ending);

const triesWords = (tries: number): string => (tries === 1 ? 'One try so far' : `${tries} tries so far`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
