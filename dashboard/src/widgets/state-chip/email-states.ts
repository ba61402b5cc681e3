import { formatClock, formatMoment } from '../figures/format.ts';
import type { Shape } from '../state-shape/state-shape.tsx';
import { closedSentence, holdSentence } from './email-reasons.ts';
import type { Moment, ShownState, StateKind } from './shown-state.ts';

export type EmailStatus =
  | 'QUEUED'
  | 'SENDING'
  | 'SUPPRESSED'
  | 'CANCELLED'
  | 'FAILED'
  | 'SENT'
  | 'DELIVERED'
  | 'OPENED'
  | 'CLICKED'
  | 'BOUNCED'
  | 'COMPLAINED';

/** The stored fields that decide which state people see. */
export interface EmailStateFields {
  status: EmailStatus;
  attempts?: number | undefined;
  holdReason?: string | null | undefined;
  nextAttemptAt?: string | null | undefined;
  reason?: string | null | undefined;
  /** The receiving side's own words. */
  error?: string | null | undefined;
  bounceType?: 'Permanent' | 'Transient' | null | undefined;
  deliveredAt?: string | null | undefined;
  complainedAt?: string | null | undefined;
  /** The last hand-over broke after the message was sent and before the answer came. */
  isInDoubt?: boolean | undefined;
  /** The transport of this mail reports deliveries, so "handed over" is not the end. */
  hasDeliveryNotices?: boolean | undefined;
}

export type EmailState = Exclude<StateKind, 'verified' | 'risk'>;

/** The one table of email states: word, shape, and whether anything is still to come. */
export const emailStates: Record<EmailState, { word: string; shape: Shape; isFinal: boolean }> = {
  waiting: { word: 'Waiting', shape: 'ring', isFinal: false },
  retrying: { word: 'Retrying', shape: 'tri', isFinal: false },
  held: { word: 'Held', shape: 'bars', isFinal: false },
  sending: { word: 'Sending', shape: 'half', isFinal: false },
  checking: { word: 'Checking', shape: 'dash', isFinal: false },
  handed: { word: 'Handed over', shape: 'bull', isFinal: false },
  delivered: { word: 'Delivered', shape: 'dot', isFinal: false },
  bounced: { word: 'Bounced', shape: 'cross', isFinal: true },
  complaint: { word: 'Complaint', shape: 'flag', isFinal: true },
  notsent: { word: 'Not sent', shape: 'slash', isFinal: true },
  cancelled: { word: 'Cancelled', shape: 'minus', isFinal: true },
  failed: { word: 'Failed', shape: 'boxx', isFinal: true },
};

/** Opens and clicks are marks beside a state, so both are shown as delivered. */
const stateOfStatus: Record<Exclude<EmailStatus, 'QUEUED' | 'SENDING'>, EmailState> = {
  SUPPRESSED: 'notsent',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
  SENT: 'handed',
  DELIVERED: 'delivered',
  OPENED: 'delivered',
  CLICKED: 'delivered',
  BOUNCED: 'bounced',
  COMPLAINED: 'complaint',
};

/** For replies that give the status as any text. */
export const isEmailStatus = (status: string): status is EmailStatus =>
  status === 'QUEUED' || status === 'SENDING' || Object.hasOwn(stateOfStatus, status);

export function emailStateKind(email: EmailStateFields, now: number): EmailState {
  if (email.status === 'SENDING') return email.isInDoubt ? 'checking' : 'sending';
  if (email.status !== 'QUEUED') return stateOfStatus[email.status];
  if (email.holdReason) return 'held';
  const isLater = email.nextAttemptAt ? Date.parse(email.nextAttemptAt) > now : false;
  return isLater && (email.attempts ?? 1) > 0 ? 'retrying' : 'waiting';
}

export function emailState(email: EmailStateFields, moment: Moment): ShownState {
  const kind = emailStateKind(email, moment.now);
  const { word, shape } = emailStates[kind];
  return { kind, shape, word: withTime(word, kind, email, moment), sentence: sentenceOf(kind, email, moment) };
}

function withTime(word: string, kind: EmailState, email: EmailStateFields, moment: Moment): string {
  if (kind !== 'retrying' || !email.nextAttemptAt) return word;
  return `${word} ${formatMoment(Date.parse(email.nextAttemptAt), moment.now, moment.timeZone)}`;
}

function sentenceOf(kind: EmailState, email: EmailStateFields, moment: Moment): string {
  const clock = (at: string) => formatClock(Date.parse(at), 'second', moment.timeZone);
  switch (kind) {
    case 'waiting':
      return waitingSentence(email, moment);
    case 'retrying':
      return `${email.error ? `${asSentence(email.error)} ` : ''}${triesSentence(email.attempts ?? 1)}`;
    case 'held':
      return holdSentence(email.holdReason ?? '');
    case 'sending':
      return 'A worker is handing it over.';
    case 'checking':
      return 'The connection broke after hand-over; we look for proof before we decide.';
    case 'handed':
      return handedSentence(email.hasDeliveryNotices);
    case 'delivered':
      return email.deliveredAt
        ? `Accepted by the receiving server at ${clock(email.deliveredAt)}.`
        : 'Accepted by the receiving server.';
    case 'bounced':
      return email.error ? asSentence(email.error) : bounceSentence(email.bounceType);
    case 'complaint':
      return email.complainedAt ? `Marked as spam at ${clock(email.complainedAt)}.` : 'Marked as spam.';
    case 'notsent':
    case 'cancelled':
      return closedSentence(email.reason);
    case 'failed':
      return email.error ? `${closedSentence(email.reason)} ${asSentence(email.error)}` : closedSentence(email.reason);
  }
}

function waitingSentence(email: EmailStateFields, moment: Moment): string {
  const dueAt = email.nextAttemptAt ? Date.parse(email.nextAttemptAt) : moment.now;
  if (dueAt <= moment.now) return 'Due now; a worker takes it next.';
  return `Due ${formatMoment(dueAt, moment.now, moment.timeZone)}.`;
}

const triesSentence = (attempts: number): string =>
  `${attempts === 1 ? 'One try' : `${attempts} tries`} so far; we stop 72 hours after it was accepted.`;

const bounceSentence = (type: EmailStateFields['bounceType']): string =>
  type === 'Transient' ? 'It could not be delivered this time.' : 'It cannot be delivered to this address.';

function handedSentence(hasDeliveryNotices: boolean | undefined): string {
  if (hasDeliveryNotices === true) return 'Accepted by the relay. The delivery notice has not come yet.';
  if (hasDeliveryNotices === false)
    return 'Accepted by the relay. This provider sends no delivery notices, so this is final.';
  return 'Accepted by the relay. No delivery notice has come.';
}

const asSentence = (words: string): string => (/[.!?]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`);
