import type { StripeEvent } from '../../../server/testing/fake-stripe.ts';
import { postStripe } from '../../../server/testing/given-subscription.ts';
import { plantedClient } from '../../../server/testing/log-search.ts';
import { newId, subscriptionObject } from '../../../server/testing/stripe-objects.ts';
import { sleep } from '../fault-run.ts';
import type { BillingWorld, PayingProject } from './setup.ts';

/** What the provider tells the instance: up to three times, each after a time of its own, and again until it is taken. */
export interface Notifications {
  readonly ids: readonly string[];
  /** Posts so far, and those of them that were refused or whose connection broke. */
  readonly posts: number;
  readonly refused: number;
  /** Tells of a subscription as it is now. */
  tell(project: PayingProject): void;
  /** Waits until everything is taken. */
  finish(): Promise<void>;
}

const copies = 3;
const maxDelaySeconds = 3;

export function startNotifications({ stripe, apiUrl }: BillingWorld, random: () => number): Notifications {
  const ids: string[] = [];
  const counts = { posts: 0, refused: 0 };
  const waiting: Promise<void>[] = [];

  async function post(event: StripeEvent, afterSeconds: number): Promise<void> {
    await sleep(afterSeconds);
    for (;;) {
      const url = apiUrl(counts.posts);
      counts.posts += 1;
      const reply = await postStripe(plantedClient(url), event).catch(() => null);
      if (reply?.status === 200) return;
      counts.refused += 1;
      await sleep(0.3);
    }
  }

  return {
    ids,
    get posts() {
      return counts.posts;
    },
    get refused() {
      return counts.refused;
    },
    tell({ subscription }) {
      const id = newId('evt');
      ids.push(id);
      const type = subscription.status === 'canceled' ? 'deleted' : 'updated';
      const event = stripe.event(`customer.subscription.${type}`, subscriptionObject(subscription), { id });
      for (let copy = 0; copy < copies; copy += 1) waiting.push(post(event, maxDelaySeconds * random()));
    },
    async finish() {
      await Promise.all(waiting);
    },
  };
}
