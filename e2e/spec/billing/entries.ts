import type { Entry } from '../entry.ts';
import { billingConsumption, billingLimits, changeBillingLimits } from './limits.ts';
import { billingInvoices, billingPortal, checkout } from './payments.ts';

export const billingEntries: readonly Entry[] = [
  billingLimits,
  changeBillingLimits,
  billingConsumption,
  checkout,
  billingPortal,
  billingInvoices,
];
