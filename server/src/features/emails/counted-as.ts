import type { Category, CountedMail } from '#features/billing';
import { nilId } from '#platform/ids';

/** The columns of a delivery that say whether and how its mail was counted. */
export interface CountedDelivery {
  readonly countedIn: Date | null;
  readonly campaignId: string | null;
  /** The campaign or workflow, or the nil id. */
  readonly sourceId: string;
}

/** How these mails were counted when they were accepted or became due; those that were not are left out (D-1141). */
export const countedAs = (deliveries: readonly CountedDelivery[]): CountedMail[] =>
  deliveries.flatMap((delivery) =>
    delivery.countedIn === null ? [] : [{ category: categoryOf(delivery), periodStart: delivery.countedIn }],
  );

function categoryOf({ campaignId, sourceId }: CountedDelivery): Category {
  if (campaignId !== null) return 'campaigns';
  return sourceId === nilId ? 'transactional' : 'workflows';
}
