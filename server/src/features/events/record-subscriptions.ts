import type { SubscriptionChange } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import type { PlatformEventData } from '#pure/event-names';
import { recordEvents } from './record-events.ts';

/** `contact.subscribed` and `contact.unsubscribed`, in the transaction of the change (D-418). */
export const recordSubscribed = (tx: ProjectTx, changes: readonly SubscriptionChange[]): Promise<void> =>
  record(tx, 'contact.subscribed', changes);

export const recordUnsubscribed = (tx: ProjectTx, changes: readonly SubscriptionChange[]): Promise<void> =>
  record(tx, 'contact.unsubscribed', changes);

type SubscriptionEvent = 'contact.subscribed' | 'contact.unsubscribed';

async function record(tx: ProjectTx, name: SubscriptionEvent, changes: readonly SubscriptionChange[]): Promise<void> {
  await recordEvents(
    tx,
    changes.map((change) => {
      const { contactId, depth, isPublic } = change;
      return { contactId, name, data: dataOf(change), depth, isPublic };
    }),
  );
}

const dataOf = ({ source, reason, emailId, campaignId }: SubscriptionChange): PlatformEventData<SubscriptionEvent> => ({
  source,
  ...(reason === undefined ? {} : { reason }),
  ...(emailId === undefined ? {} : { emailId }),
  ...(campaignId === undefined ? {} : { campaignId }),
});
