import type { InstanceContext } from '#platform/context';
import type { Payments } from '#platform/payments';
import { BillingDisabled, PaymentProviderFailed } from '../refusals.ts';

export function requirePayments({ payments }: Pick<InstanceContext, 'payments'>): Payments {
  if (!payments) throw BillingDisabled();
  return payments;
}

/** A call to the payment provider, whose failures the caller cannot mend. */
export async function askProvider<T>({ log }: Pick<InstanceContext, 'log'>, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    log.warn({ error }, 'payment provider failed');
    throw PaymentProviderFailed();
  }
}
