import { z } from 'zod';
import { defineRoute, defineTextRoute, pathId } from '#platform/http';
import { ProjectNotFound } from '#platform/identity';
import { loadInvoices } from './payments/load-invoices.ts';
import { openCheckout } from './payments/open-checkout.ts';
import { openPortal } from './payments/open-portal.ts';
import { receiveNotification } from './payments/receive-notification.ts';
import { BillingDisabled, NoSubscription, NotSigned, PaymentProviderFailed, SubscriptionActive } from './refusals.ts';
import { AddressReply, CheckoutBody, CheckoutQuery, InvoicesReply, toInvoicesReply } from './shapes.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });

export const checkout = defineRoute({
  method: 'POST',
  path: '/users/@me/projects/:id/checkout',
  summary: 'Open a page on which the owner subscribes',
  access: 'member',
  role: 'OWNER',
  isAllowedWhenDisabled: true,
  params,
  query: CheckoutQuery,
  body: CheckoutBody,
  replies: { 200: AddressReply },
  refuses: [ProjectNotFound, BillingDisabled, SubscriptionActive, PaymentProviderFailed],
  run: async (call, { query, body }) => ({
    url: await openCheckout(call, body.currency ?? query.currency ?? 'usd'),
  }),
});

export const portal = defineRoute({
  method: 'POST',
  path: '/users/@me/projects/:id/billing-portal',
  summary: 'Open a page on which the owner manages the subscription',
  access: 'member',
  role: 'OWNER',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: AddressReply },
  refuses: [ProjectNotFound, BillingDisabled, NoSubscription, PaymentProviderFailed],
  run: async (call) => ({ url: await openPortal(call) }),
});

export const invoices = defineRoute({
  method: 'GET',
  path: '/users/@me/projects/:id/billing-invoices',
  summary: 'The newest hundred invoices',
  access: 'member',
  role: 'OWNER',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: InvoicesReply },
  refuses: [ProjectNotFound, BillingDisabled, PaymentProviderFailed],
  run: async (call) => toInvoicesReply(await loadInvoices(call)),
});

export const receive = defineTextRoute({
  method: 'POST',
  path: '/webhooks/incoming/stripe',
  summary: 'Take an event of Stripe',
  access: 'none',
  replies: { 200: z.object({ received: z.literal(true) }) },
  refuses: [BillingDisabled, NotSigned, PaymentProviderFailed],
  async run(call, { text }) {
    await receiveNotification(call, text, call.header('stripe-signature') ?? '');
    return { received: true };
  },
});
