import type { CampaignType } from '#features/campaigns';
import type { LastEvent } from '#features/events';
import { momentText } from './texts.ts';
import { checkOf, type WhyCheck } from './why.ts';

/** Today's state of a contact and its last changes. */
export interface SubscriptionFacts {
  readonly isSubscribed: boolean;
  /** Where the contact came from. */
  readonly source: string;
  readonly subscribed: LastEvent | undefined;
  readonly unsubscribed: LastEvent | undefined;
}

/** Between these two moments the contact was read. */
export interface ReadingTime {
  readonly from: Date;
  readonly until: Date;
}

/** Whether the contact had to be subscribed, and was, when it was read. */
export function subscriptionCheck(type: CampaignType, facts: SubscriptionFacts, reading: ReadingTime): WhyCheck {
  if (type === 'TRANSACTIONAL') {
    const message = 'Transactional mail is sent whether the contact is subscribed or not';
    return checkOf('subscription', 'pass', message, { actual: facts.isSubscribed });
  }
  const [first, last] = [subscribedAt(facts, reading.from), subscribedAt(facts, reading.until)];
  if (first === null || first !== last) {
    const message = 'The subscription has changed since, and its state at that moment is not stored';
    return checkOf('subscription', 'unknown', message, { actual: facts.isSubscribed });
  }
  if (first) return checkOf('subscription', 'pass', 'Subscribed', { actual: true });
  return checkOf('subscription', 'fail', unsubscribedText(facts), { actual: false });
}

/**
 * Whether the contact was subscribed at a moment; null when that cannot be said.
 * Why from the last two events alone: they are recorded on every change and on nothing else, so they alternate.
 */
export function subscribedAt(
  { isSubscribed, subscribed, unsubscribed }: Omit<SubscriptionFacts, 'source'>,
  moment: Date,
): boolean | null {
  const [last, before] = isSubscribed ? [subscribed, unsubscribed] : [unsubscribed, subscribed];
  if (!last || last.at <= moment) return isSubscribed;
  if (!before || before.at <= moment) return !isSubscribed;
  return null;
}

export function unsubscribedText({ isSubscribed, source, subscribed, unsubscribed }: SubscriptionFacts): string {
  const until = isSubscribed && subscribed ? ` until ${momentText(subscribed.at)}` : '';
  if (!unsubscribed) return `Not subscribed since its creation (source ${source})${until}`;
  const { reason, source: cause } = unsubscribed.data ?? {};
  const by = reason ?? cause;
  return `Unsubscribed since ${momentText(unsubscribed.at)}${typeof by === 'string' ? ` by ${by}` : ''}${until}`;
}
