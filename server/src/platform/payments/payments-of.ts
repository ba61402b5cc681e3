import type { Config } from '#platform/config';
import type { Payments } from './payments.ts';
import { stripePayments } from './stripe-payments.ts';

/** The payment provider that the settings name; null where nobody pays. */
export function paymentsOf(config: Config): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (secretKey === null || webhookSecret === null) return null;
  return stripePayments({
    secretKey,
    webhookSecret,
    prices: config.STRIPE_PRICES,
    meterPrefix: config.STRIPE_METER_PREFIX,
    localPort: config.ENVIRONMENT === 'test' ? config.STRIPE_STAND_IN : null,
  });
}
