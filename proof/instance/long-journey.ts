import type { Client } from '../../server/testing/client.ts';
import {
  type GivenStep,
  type GivenWorkflow,
  givenTemplate,
  givenWorkflow,
} from '../../server/testing/workflow-setup.ts';

const day = 86_400;

/** The contact on its way, and the event that comes on the fortieth day. */
export const traveller = { email: 'ann@example.com', data: { name: 'Ann', plan: 'free' } };
export const journeyEvent = { name: 'login', after: 40 * day, data: { device: 'phone' } };

/**
 * Ninety days with mails, branches, a time-out and an event: a month without a purchase, an event on day 40, a branch on day 60, an
 * unsubscription that the next wait sees, and a mail on day 90 that is not sent. `from` is a sender that the project may use.
 */
export async function makeLongJourney(api: Client, from: string): Promise<GivenWorkflow> {
  const mail = async (subject: string, more: Partial<GivenStep> = {}): Promise<GivenStep> => ({
    ...{ type: 'SEND_EMAIL', name: subject, ...more },
    templateId: await givenTemplate(api, { name: subject, subject, from, fromName: 'Acme', type: 'MARKETING' }),
  });
  const wait = (eventName: string, timeout: number): GivenStep => ({
    ...{ type: 'WAIT_FOR_EVENT', name: eventName, config: { eventName, timeout } },
  });
  const delay = (days: number): GivenStep => ({ type: 'DELAY', config: { amount: days, unit: 'days' } });
  const isPro = { field: 'data.plan', operator: 'equals', value: 'pro' };
  const leave = { data: { plan: 'lapsed {{name}}' }, subscriptionAction: 'unsubscribe' };
  return givenWorkflow(api, {
    steps: [
      await mail('Welcome {{name}}'),
      wait('purchase', 30 * day),
      await mail('Thanks for {{amount}}', { branch: 'event' }),
      await mail('Reminder {{ "now" | date: "%Y-%m-%d" }}', { after: 1, branch: 'timeout' }),
      wait('login', 20 * day),
      { ...delay(20), branch: 'event' },
      { type: 'CONDITION', name: 'Pro?', config: isPro },
      await mail('Pro {{device}}', { branch: 'yes' }),
      { type: 'UPDATE_CONTACT', config: leave, after: 6, branch: 'no' },
      wait('contact.unsubscribed', 60),
      { ...delay(30), branch: 'event' },
      await mail('Goodbye {{plan}}'),
      { type: 'EXIT', config: { reason: 'lapsed' } },
    ],
  });
}
