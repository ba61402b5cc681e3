import type { SubscriptionNews } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { recordEvents } from './record-events.ts';

/** `contact.subscribed` and `contact.unsubscribed`, in the transaction of the change (D-418). */
export const recordSubscribed = (tx: ProjectTx, news: readonly SubscriptionNews[]): Promise<void> =>
  record(tx, 'contact.subscribed', news);

export const recordUnsubscribed = (tx: ProjectTx, news: readonly SubscriptionNews[]): Promise<void> =>
  record(tx, 'contact.unsubscribed', news);

async function record(tx: ProjectTx, name: string, news: readonly SubscriptionNews[]): Promise<void> {
  await recordEvents(
    tx,
    news.map((change) => ({ contactId: change.contactId, name, data: dataOf(change), depth: change.depth ?? 0 })),
  );
}

const dataOf = ({ source, reason, emailId, campaignId }: SubscriptionNews): JsonObject => ({
  source,
  ...(reason === undefined ? {} : { reason }),
  ...(emailId === undefined ? {} : { emailId }),
  ...(campaignId === undefined ? {} : { campaignId }),
});
