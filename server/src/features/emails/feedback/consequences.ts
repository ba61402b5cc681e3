import type { EmailEventName, PlatformEventData } from '#pure/event-names';
import { type EmailEvent, emailEvent } from '../email-event.ts';
import type { NoticedEmail } from '../signals.ts';
import type { AddressToSuppress } from '../suppressions/suppress-addresses.ts';
import type { EmailChange } from './email-change.ts';
import { cleanText, diagnosticOf } from './merge-notices.ts';

/** What these notices report: each fact once, a click once for each link (contract/05, 2.7). */
export function eventsOf({ email, notices }: EmailChange): EmailEvent[] {
  const events: EmailEvent[] = [];
  const add = <Name extends EmailEventName>(name: Name, extra: PlatformEventData<`email.${Name}`>) =>
    events.push(emailEvent(email, name, extra));
  if (email.isFirstSent) add('sent', { sentAt: email.sentAt.toISOString() });
  if (email.isFirstReject) add('failed', { reason: 'REJECTED', error: email.error });
  if (email.isFirstDelivery) add('delivery', { deliveredAt: iso(email.deliveredAt) });
  if (email.isFirstOpen) add('open', { openedAt: iso(email.openedAt), opens: email.opens, isFirstOpen: true });
  let clicks = email.oldClicks;
  for (const notice of notices) {
    if (notice.kind !== 'click') continue;
    clicks += 1;
    if (!notice.isFirstOfLink) continue;
    const isFirstClick = email.isFirstClick && clicks === email.oldClicks + 1;
    add('click', { link: notice.link, clickedAt: notice.at.toISOString(), clicks, isFirstClick });
  }
  if (email.isFirstBounce) {
    const { bounceType, bouncedAt } = email;
    const transient = bounceType === 'Transient' ? { transientBounce: true } : {};
    add('bounce', { bounceType, bouncedAt: iso(bouncedAt), diagnostic: diagnosticOf(notices), ...transient });
  }
  if (email.isFirstComplaint) {
    add('complaint', { complainedAt: iso(email.complainedAt), feedbackType: feedbackTypeOf(notices) });
  }
  return events;
}

/** The entries of `EmailsNoticed`: one for the first notice of each kind. */
export function noticedOf({ email, notices }: EmailChange): NoticedEmail[] {
  const { id: emailId, contactId, recipient, campaignId, workflowId, executionId, type, sourceType, isTest } = email;
  const { oldStatus, oldReason, depth, isPublic } = email;
  const mail = { emailId, contactId, recipient, campaignId, workflowId, executionId, type, sourceType, isTest };
  const about = { ...mail, depth, isPublic };
  const wasClosed = email.oldStatus !== 'QUEUED' && email.isFirstSent;
  const firsts = [
    ['sent', wasClosed ? email.sentAt : null],
    ['reject', email.isFirstReject ? email.sentAt : null],
    ['delivery', email.isFirstDelivery ? email.deliveredAt : null],
    ['open', email.isFirstOpen ? email.openedAt : null],
    ['click', email.isFirstClick ? email.clickedAt : null],
    ['bounce', email.isFirstBounce ? email.bouncedAt : null],
    ['permanent-bounce', email.isFirstPermanent ? email.bouncedAt : null],
    ['complaint', email.isFirstComplaint ? email.complainedAt : null],
  ] as const;
  return firsts.flatMap(([kind, at]) =>
    at ? [{ ...about, kind, at, oldStatus, oldReason, ...bounceFacts(kind) }] : [],
  );

  function bounceFacts(kind: NoticedEmail['kind']): Pick<NoticedEmail, 'bounceType' | 'reason'> {
    if (kind !== 'bounce') return { bounceType: null, reason: null };
    return { bounceType: email.bounceType, reason: enhancedCodeIn(diagnosticOf(notices)) };
  }
}

/** `5.1.1` of "550 5.1.1 No such mailbox". */
const enhancedCodeIn = (diagnostic: string | null): string | null =>
  diagnostic?.match(/(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/)?.[0] ?? null;

/** Recipients that must not get mail again (D-634, section 3). */
export function addressesToSuppress({ email }: EmailChange): AddressToSuppress[] {
  return [
    ...(email.isNewlyDead ? [{ ...email, cause: 'bounce' as const }] : []),
    ...(email.isFirstComplaint ? [{ ...email, cause: 'complaint' as const }] : []),
  ];
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const feedbackTypeOf = (notices: EmailChange['notices']): string | null =>
  cleanText(notices.find((notice) => notice.kind === 'complaint')?.feedbackType ?? null);
