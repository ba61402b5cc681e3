import type { EmailRecord, LoggedAttempt } from '#features/emails';
import { capCheck, pauseCheck } from './hold-checks.ts';
import { type SubscriptionFacts, unsubscribedText } from './subscription-check.ts';
import { cutText, momentText } from './texts.ts';
import { answerOf, type CheckResult, checkOf, type Why, type WhyCheck } from './why.ts';

/** What is stored of a mail that was made: its decisions count, not today's state (D-235). */
export interface StoredMail {
  readonly record: EmailRecord;
  readonly attempts: readonly LoggedAttempt[];
  readonly subscription: SubscriptionFacts;
}

export function whyFromRecord(mail: StoredMail): Why {
  const { record } = mail;
  const { status, sentAt, id } = record;
  const delivery = deliveryCheck(mail);
  const checks = [
    ...(record.sourceType === 'CAMPAIGN' ? [checkOf('audience', 'pass', 'Part of the audience when it was read')] : []),
    consentCheck(mail),
    suppressionCheck(record),
    holdCheck(record),
    capCheck(record),
    delivery,
  ];
  const isUnderWay = status === 'QUEUED' || status === 'SENDING';
  const failed = isUnderWay ? 'Not sent yet' : sentAt === null ? 'Not sent' : 'Sent, but not delivered';
  const otherwise = `${isUnderWay ? 'Not sent yet' : 'Sent'}: ${delivery.message}`;
  return {
    received: sentAt !== null && delivery.result === 'pass',
    answer: answerOf(checks, { failed, otherwise }),
    emailId: id,
    checks,
  };
}

function consentCheck({ record: { type, reason, sourceType }, subscription }: StoredMail): WhyCheck {
  const of = (result: CheckResult, message: string, actual: boolean | null = null) =>
    checkOf('subscription', result, message, { actual });
  if (type === 'TRANSACTIONAL')
    return of('pass', 'Transactional mail is sent whether the contact is subscribed or not');
  if (reason === 'UNSUBSCRIBED') {
    // Why not always: a contact that has subscribed again since has other times.
    const since = subscription.isSubscribed
      ? 'Unsubscribed before the mail was handed over'
      : unsubscribedText(subscription);
    return of('fail', since, false);
  }
  // Mail of a campaign is made for subscribed contacts alone; other mail asks the list of suppressions first.
  if (sourceType !== 'CAMPAIGN' && reason?.startsWith('SUPPRESSION_'))
    return of('unknown', 'The suppressed address was found first');
  return of('pass', 'Subscribed when the mail was made', true);
}

function suppressionCheck({ reason }: EmailRecord): WhyCheck {
  const isListed = reason?.startsWith('SUPPRESSION_') ?? false;
  if (!isListed) return checkOf('suppression', 'pass', 'The address was not suppressed');
  const cause = reason?.slice('SUPPRESSION_'.length) ?? null;
  return checkOf('suppression', 'fail', `The address was suppressed (${cause})`, { actual: cause });
}

function holdCheck({ holdReason, reason }: EmailRecord): WhyCheck {
  if (reason === 'EXPIRED') return checkOf('pause', 'unknown', 'Whether the mail was held is no longer stored');
  return pauseCheck(holdReason, 'Nothing holds the mail');
}

function deliveryCheck({ record, attempts }: StoredMail): WhyCheck {
  const { status, sentAt, deliveredAt, openedAt, clickedAt, complainedAt, bouncedAt } = record;
  const of = (result: CheckResult, message: string) => checkOf('delivery', result, message, { actual: status });
  switch (status) {
    case 'QUEUED':
      return of('unknown', waitingText(record, attempts));
    case 'SENDING':
      return of('unknown', 'The mail is being handed over');
    case 'SENT':
      return of('pass', `Handed over${at(sentAt)}; the receiving server has confirmed nothing so far`);
    case 'DELIVERED':
      return of('pass', `Accepted by the receiving server${at(deliveredAt)}`);
    case 'OPENED':
      return of('pass', `Opened${at(openedAt)}`);
    case 'CLICKED':
      return of('pass', `Clicked${at(clickedAt)}`);
    case 'COMPLAINED':
      return of('pass', `Delivered, and marked as spam${at(complainedAt)}`);
    case 'BOUNCED':
      return of('fail', `Bounced${at(bouncedAt)}${because(record.error)}`);
    case 'FAILED':
      return of('fail', `${failures[record.reason ?? ''] ?? 'The mail failed'}${because(record.error)}`);
    case 'CANCELLED':
      return of('fail', cancellations[record.reason ?? ''] ?? 'The mail was cancelled');
    case 'SUPPRESSED':
      return of('fail', 'The mail was not handed over');
  }
}

const failures: Readonly<Record<string, string>> = {
  REJECTED: 'The mail was refused',
  EXPIRED: 'The time of the mail was over before it could be handed over',
  DOMAIN_REMOVED: 'The domain of the sender was removed',
  RENDER_FAILED: 'The text of the mail could not be made',
};

const cancellations: Readonly<Record<string, string>> = {
  CAMPAIGN_CANCELLED: 'The campaign was cancelled before the mail left',
  CONTACT_DELETED: 'The contact was deleted before the mail left',
};

const at = (moment: Date | null): string => (moment === null ? '' : ` on ${momentText(moment)}`);
const because = (error: string | null): string => (error === null ? '' : `: ${cutText(error)}`);

function waitingText({ nextAttemptAt }: EmailRecord, attempts: readonly LoggedAttempt[]): string {
  const last = attempts.at(-1);
  if (!last) return 'The mail waits for its turn';
  const next = nextAttemptAt === null ? '' : `; the next one follows on ${momentText(nextAttemptAt)}`;
  const reply = last.reply === null ? 'got no reply' : `was answered with ${JSON.stringify(cutText(last.reply))}`;
  return `Attempt ${last.attempt} ${reply}${next}`;
}
