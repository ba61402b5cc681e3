import { z } from 'zod';
import { list, optionalPort, optionalText, setting, text } from './setting.ts';

const payments = { group: 'Payments' };

/** The payment provider. Without a key there is none, and nothing of it is loaded. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: setting(
    optionalText,
    'Secret or restricted key of Stripe. Empty: nobody pays, and caps and consumption work all the same. What to prepare there: `docs/operating/payments.md`.',
    { ...payments, fallback: '', isSecret: true },
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    optionalText,
    'Signing secret (`whsec_…`) of the endpoint at Stripe that posts its events to `/webhooks/incoming/stripe`.',
    { ...payments, fallback: '', isSecret: true },
  ),
  STRIPE_PRICES: setting(
    list.pipe(z.array(z.string().regex(/^price_[A-Za-z0-9]+$/, 'must be ids of prices')).max(20, 'at most 20 prices')),
    'Ids of the metered prices that a subscription consists of, separated by commas. Each has the currencies `usd`, `eur` and `gbp` as far as customers may choose them.',
    { ...payments, fallback: '' },
  ),
  STRIPE_METER_PREFIX: setting(
    text.regex(/^[a-z0-9_]{0,60}$/, 'up to 60 lower-case letters, digits and underscores'),
    'Names of the meters at Stripe are this and the category: `postrider_transactional`, `postrider_campaigns`, `postrider_workflows`, `postrider_inbound`.',
    { ...payments, fallback: 'postrider_' },
  ),
} as const;

/** For tests: where the payment provider is found. */
export const stripeStandIn = setting(
  optionalPort,
  'Port of a server on this machine that stands for Stripe, without TLS. Works only when ENVIRONMENT is `test`.',
  { group: 'Testing', fallback: '' },
);

interface PaymentValues {
  readonly STRIPE_SECRET_KEY: string | null;
  readonly STRIPE_WEBHOOK_SECRET: string | null;
  readonly STRIPE_PRICES: readonly string[];
}

/** What one setting demands of another. */
export function paymentProblems(values: PaymentValues): string[] {
  if (values.STRIPE_SECRET_KEY === null) return [];
  return [
    ...(values.STRIPE_WEBHOOK_SECRET === null ? ['STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.'] : []),
    ...(values.STRIPE_PRICES.length === 0 ? ['STRIPE_PRICES is required with STRIPE_SECRET_KEY.'] : []),
  ];
}
