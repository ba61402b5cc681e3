import { instant } from '#platform/http';
import { refusal } from '#platform/refusals';
import type { Category } from './category.ts';

interface Excess {
  readonly category: Category;
  readonly limit: number;
  readonly usage: number;
  readonly requested: number;
  readonly resetsAt: Date;
}

export const BillingLimitExceeded = refusal('unpaid', 'BILLING_LIMIT_EXCEEDED', ({ resetsAt, ...excess }: Excess) => ({
  message: `The cap of this project for ${excess.category} is ${excess.limit} mails in a period; ${excess.usage} are used.`,
  details: { ...excess, resetsAt: instant(resetsAt) },
  suggestion: 'Raise the cap, or wait until the period ends.',
}));

export const BillingDisabled = refusal('missing', 'BILLING_DISABLED', () => ({
  message: 'This instance has no payment provider.',
}));

export const SubscriptionActive = refusal('conflict', 'SUBSCRIPTION_ACTIVE', () => ({
  message: 'This project has a subscription already.',
  suggestion: 'Change or end it in the billing portal.',
}));

export const NoSubscription = refusal('unfit', 'NO_SUBSCRIPTION', () => ({
  message: 'This project has never had a subscription.',
  suggestion: 'Begin with a checkout.',
}));

export const PaymentProviderFailed = refusal('outside', 'EXTERNAL_SERVICE_ERROR', () => ({
  message: 'The payment provider refused or did not answer.',
  suggestion: 'Try again in a minute. If it stays so, the operator finds the reason in the log.',
}));

/** The same text for every cause: a forger learns nothing. */
export const NotSigned = refusal('malformed', 'BAD_REQUEST', () => ({
  message: 'This is not an event that the payment provider has signed within the last five minutes.',
  details: { header: 'stripe-signature' },
}));
