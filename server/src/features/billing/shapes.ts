import { z } from 'zod';
import { choice, Instant, instant, optional } from '#platform/http';
import type { PaymentInvoice, UpcomingInvoice } from '#platform/payments';
import { type Category, categories } from './category.ts';
import type { CategoryUsage, Usage } from './load-usage.ts';
import { currencies } from './payments/open-checkout.ts';
import { isReached } from './step.ts';

const Period = z.object({ start: Instant, end: Instant });

const Cap = z.int().min(0).nullable().optional();

export const CapsBody = z.object({ workflows: Cap, campaigns: Cap, transactional: Cap, inbound: Cap });

const CategoryLimit = z.object({
  limit: z.int().nullable(),
  usage: z.int(),
  percentage: z.int().nullable(),
  isWarning: z.boolean(),
  isBlocked: z.boolean(),
});

export const LimitsReply = z.object({
  workflows: CategoryLimit,
  campaigns: CategoryLimit,
  transactional: CategoryLimit,
  inbound: CategoryLimit,
  currency: z.string().nullable(),
  period: Period,
});

export const ConsumptionReply = z.object({
  period: Period,
  usage: z.object({
    total: z.int(),
    records: z.array(z.object({ category: z.enum(categories), count: z.int() })),
  }),
  credits: z.int(),
  upcomingInvoice: z
    .object({ amountDue: z.int(), currency: z.string(), periodStart: Instant, periodEnd: Instant })
    .nullable(),
});

const periodOf = ({ periodStart, periodEnd }: Usage): z.output<typeof Period> => ({
  start: instant(periodStart),
  end: instant(periodEnd),
});

export function toLimitsReply(usage: Usage): z.output<typeof LimitsReply> {
  const limits = Object.fromEntries(usage.categories.map((one) => [one.category, limitOf(one)]));
  return {
    ...(limits as Record<Category, z.output<typeof CategoryLimit>>), // all categories are there
    currency: usage.currency,
    period: periodOf(usage),
  };
}

function limitOf({ cap, used }: CategoryUsage): z.output<typeof CategoryLimit> {
  if (cap === null) return { limit: null, usage: used, percentage: null, isWarning: false, isBlocked: false };
  return {
    limit: cap,
    usage: used,
    percentage: cap === 0 ? 100 : Math.floor((used * 100) / cap),
    isWarning: isReached(80, { cap, used }),
    isBlocked: isReached(100, { cap, used }),
  };
}

export const toConsumptionReply = (
  usage: Usage,
  upcoming: UpcomingInvoice | null,
): z.output<typeof ConsumptionReply> => ({
  period: periodOf(usage),
  usage: {
    total: usage.categories.reduce((sum, { used }) => sum + used, 0),
    records: usage.categories.map(({ category, used }) => ({ category, count: used })),
  },
  credits: upcoming?.credit ?? 0,
  upcomingInvoice: upcoming && {
    amountDue: upcoming.amountDue,
    currency: upcoming.currency,
    periodStart: instant(upcoming.periodStart),
    periodEnd: instant(upcoming.periodEnd),
  },
});

export const CheckoutBody = z.object({ currency: optional(z.enum(currencies)).meta({ default: 'usd' }) });
export const CheckoutQuery = z.object({ currency: choice(currencies, { default: 'usd' }) });

/** The address of a page of the payment provider. */
export const AddressReply = z.object({ url: z.string() });

const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string().nullable(),
  amountDue: z.int(),
  amountPaid: z.int(),
  currency: z.string(),
  created: Instant,
  periodStart: Instant,
  periodEnd: Instant,
  hostedInvoiceUrl: z.string().nullable(),
  invoicePdf: z.string().nullable(),
  subtotal: z.int(),
  total: z.int(),
  paid: z.boolean(),
});

export const InvoicesReply = z.object({
  invoices: z.array(Invoice),
  hasUnpaidInvoices: z.boolean(),
  unpaidInvoices: z.array(Invoice),
});

export function toInvoicesReply(list: readonly PaymentInvoice[]): z.output<typeof InvoicesReply> {
  const invoices = list.map(({ createdAt, periodStart, periodEnd, ...invoice }) => ({
    ...invoice,
    created: instant(createdAt),
    periodStart: instant(periodStart),
    periodEnd: instant(periodEnd),
    paid: invoice.status === 'paid',
  }));
  const unpaidInvoices = invoices.filter(({ status }) => status === 'open' || status === 'uncollectible');
  return { invoices, hasUnpaidInvoices: unpaidInvoices.length > 0, unpaidInvoices };
}
