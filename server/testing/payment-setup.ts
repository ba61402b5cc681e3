import { onTestFinished } from 'vitest';
import { applyNotices, type EmailId } from '../src/features/emails/index.ts';
import { projectContext } from '../src/platform/context/index.ts';
import { type BillingSetup, billingSetup } from './billing-setup.ts';
import type { Reply } from './client.ts';
import { type FakeStripe, type StripeEvent, startFakeStripe } from './fake-stripe.ts';
import { newSubscription, postStripe } from './given-subscription.ts';
import { type FakeSubscription, subscriptionObject } from './stripe-objects.ts';
import { runSchedule } from './test-app.ts';

const atOnce = 4;

/** A live project of an instance with a payment provider. */
export interface PaymentSetup extends BillingSetup {
  readonly stripe: FakeStripe;
  /** The path of an endpoint of the project. */
  pathOf(name: string): string;
  /** Posts an event as the provider does. */
  post(event: StripeEvent): Promise<Reply>;
  /** Posts events a few at a time: an instance under test has five connections. The replies are in the order of the events. */
  postAll(events: readonly StripeEvent[]): Promise<Reply[]>;
  /** Posts an event about a subscription, as it is now. */
  tell(type: string, subscription: FakeSubscription): Promise<Reply>;
  /** A subscription of the project's customer; nobody is told of it yet. */
  newSubscription(change?: Partial<FakeSubscription>): Promise<FakeSubscription>;
  /** The project as its owner sees it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at fields of every type
  shown(): Promise<any>;
  /** Takes a notice about a mail, in a transaction of its own. */
  notice(emailId: string, kind: 'send' | 'delivery'): Promise<void>;
  /** Hours and periods end, and everything that is due is reported. */
  report(): Promise<void>;
  /** All units that the provider has counted. */
  reported(): number;
}

export async function paymentSetup(settings: Record<string, string> = {}): Promise<PaymentSetup> {
  const stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  const setup = await billingSetup({ ...stripe.settings, ...settings });
  const { app, project, rows } = setup;
  const { client: owner } = project.owner;
  const pathOf = (name: string): string => `/users/@me/projects/${project.id}/${name}`;
  const post = (event: StripeEvent): Promise<Reply> => postStripe(app.anyone, event);
  return {
    ...setup,
    stripe,
    pathOf,
    post,
    async postAll(events) {
      const replies: Reply[] = [];
      for (let from = 0; from < events.length; from += atOnce) {
        replies.push(...(await Promise.all(events.slice(from, from + atOnce).map(post))));
      }
      return replies;
    },
    tell: (type, subscription) => post(stripe.event(type, subscriptionObject(subscription))),
    newSubscription: (change) => newSubscription(stripe, { id: project.id, owner }, change),
    async shown() {
      const { body } = await owner.get('/users/@me/projects');
      return body.find(({ id }: { id: string }) => id === project.id);
    },
    async notice(emailId, kind) {
      const ctx = projectContext(app.app.services, project.id);
      await ctx.transaction((tx) => applyNotices(tx, [{ emailId: emailId as EmailId, kind, at: tx.now }])); // given by the test
    },
    async report() {
      // Why: the clock of the database cannot be turned.
      await rows('update billing_units set closes_at = now() where is_open');
      await rows(`update meter_events set due_at = now() where state = 'WAITING'`);
      await runSchedule(app, 'billing.report-units');
      await app.settle();
      await runSchedule(app, 'billing.report-units');
      await app.settle();
    },
    reported: () => [...stripe.meterEvents.values()].reduce((sum, { value }) => sum + value, 0),
  };
}
