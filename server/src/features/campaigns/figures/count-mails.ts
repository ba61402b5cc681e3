import type { ClosedEmail, NoticedEmail } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import type { CountName } from '../campaign.ts';
import { addCounts, type CountChange } from './add-counts.ts';
import { addReasons, type ReasonChange, type ReasonOutcome } from './add-reasons.ts';

type OfCampaign<T> = T & { readonly campaignId: string };
const isOfCampaign = <T extends { readonly campaignId: string | null }>(mail: T): mail is OfCampaign<T> =>
  mail.campaignId !== null;

/** Mails that were handed over or closed without. */
export async function countClosed(tx: ProjectTx, closed: readonly ClosedEmail[]): Promise<void> {
  const ours = closed.filter(isOfCampaign);
  await addCounts(tx, ours.map(closedCounts));
  await addReasons(tx, ours.flatMap(closedReasons));
}

/** First notices about mails. */
export async function countNoticed(tx: ProjectTx, noticed: readonly NoticedEmail[]): Promise<void> {
  const ours = noticed.filter(isOfCampaign);
  await addCounts(tx, ours.map(noticedCounts));
  await addReasons(tx, ours.flatMap(noticedReasons));
}

const unsent = { SUPPRESSED: 'suppressed', FAILED: 'failed', CANCELLED: 'cancelled' } as const;
const isUnsent = (status: string): status is keyof typeof unsent => Object.hasOwn(unsent, status);

const closedCounts = ({ campaignId, recipient, status, isDeadAddress }: OfCampaign<ClosedEmail>): CountChange => ({
  campaignId,
  recipient,
  counts: { [isUnsent(status) ? unsent[status] : 'sent']: 1, ...(isDeadAddress ? { dead: 1 } : {}) },
});

const closedReasons = ({ campaignId, status, reason }: OfCampaign<ClosedEmail>): ReasonChange[] =>
  isUnsent(status) ? [{ campaignId, outcome: unsent[status], reason, by: 1 }] : [];

const columnOf = {
  sent: 'sent',
  delivery: 'delivered',
  open: 'opened',
  click: 'clicked',
  bounce: 'bounced',
  'permanent-bounce': 'dead',
  complaint: 'complained',
  reject: 'rejected',
  unsubscribe: 'unsubscribed',
} as const satisfies Record<NoticedEmail['kind'], CountName>;

/** A mail that was taken as unsent, and was handed over after all, moves from one count to the other (D-811). */
function noticedCounts({ campaignId, recipient, kind, oldStatus }: OfCampaign<NoticedEmail>): CountChange {
  const moved = kind === 'sent' && isUnsent(oldStatus) ? { [unsent[oldStatus]]: -1 } : {};
  return { campaignId, recipient, counts: { [columnOf[kind]]: 1, ...moved } };
}

const outcomeOf: Partial<Record<NoticedEmail['kind'], ReasonOutcome>> = {
  bounce: 'bounced',
  complaint: 'complained',
  reject: 'rejected',
};

function noticedReasons({ campaignId, kind, reason, oldStatus, oldReason }: OfCampaign<NoticedEmail>): ReasonChange[] {
  if (kind === 'sent' && isUnsent(oldStatus)) {
    return [{ campaignId, outcome: unsent[oldStatus], reason: oldReason, by: -1 }];
  }
  const outcome = outcomeOf[kind];
  return outcome ? [{ campaignId, outcome, reason, by: 1 }] : [];
}
