import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentInvoice, PaymentNotification, PaymentSubscription, UpcomingInvoice } from './payments.ts';

/** Seconds since 1970, as Stripe writes moments. */
export const momentOf = (seconds: number): Date => new Date(seconds * 1_000);

const live: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];
const paid: readonly string[] = ['active', 'trialing'];
const unpaid: readonly string[] = ['past_due', 'unpaid', 'incomplete'];

export function readSubscription(subscription: Stripe.Subscription): PaymentSubscription {
  const { id, customer, status, currency, created, items, cancellation_details: cancellation } = subscription;
  // Prices may have periods of their own: the one that ends first is the one to count in.
  const [first] = items.data.toSorted((a, b) => a.current_period_end - b.current_period_end);
  if (!first) throw new Error('a subscription has items');
  const endedUnpaid = status === 'canceled' && cancellation?.reason === 'payment_failed';
  return {
    id,
    customerId: idOf(customer),
    status,
    currency,
    createdAt: momentOf(created),
    periodStart: momentOf(first.current_period_start),
    periodEnd: momentOf(first.current_period_end),
    isLive: live.includes(status),
    isPaid: paid.includes(status),
    isUnpaid: unpaid.includes(status) || endedUnpaid,
    isGivenUp: status === 'unpaid' || endedUnpaid,
  };
}

export const readInvoice = (invoice: Stripe.Invoice): PaymentInvoice => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  amountDue: invoice.amount_due,
  amountPaid: invoice.amount_paid,
  subtotal: invoice.subtotal,
  total: invoice.total,
  currency: invoice.currency,
  createdAt: momentOf(invoice.created),
  periodStart: momentOf(invoice.period_start),
  periodEnd: momentOf(invoice.period_end),
  hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
  invoicePdf: invoice.invoice_pdf ?? null,
});

export const readUpcoming = (invoice: Stripe.Invoice): UpcomingInvoice => ({
  amountDue: invoice.amount_due,
  currency: invoice.currency,
  periodStart: momentOf(invoice.period_start),
  periodEnd: momentOf(invoice.period_end),
  credit: Math.max(0, -invoice.starting_balance), // Stripe counts what it owes as negative
});

/** What has another shape is taken as missing. */
const Text = z.string().nullable().catch(null);
const Reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullable()
  .catch(null);

/** What we read of an event, whatever version of the API wrote it. */
const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.unknown() }).catch({ object: null }),
});

const EventObject = z.object({
  id: Text,
  object: Text,
  customer: Reference,
  subscription: Reference,
  parent: z.unknown().optional(),
});

const InvoiceParent = z.object({ subscription_details: z.object({ subscription: Reference }) });

/** Null for a text that is no event. Events are of many kinds: all but id and type may be missing. */
export function readEvent(text: string): PaymentNotification | null {
  const parsed = Event.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { id, type, data } = parsed.data;
  const { data: about } = EventObject.safeParse(data.object);
  const { data: parent } = InvoiceParent.safeParse(about?.parent);
  const named = parent?.subscription_details.subscription ?? about?.subscription ?? null;
  return {
    id,
    type,
    customerId: about?.customer ?? null,
    subscriptionId: about?.object === 'subscription' ? about.id : named,
    invoiceId: about?.object === 'invoice' ? about.id : null,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);
