import { randomUUID } from 'node:crypto';
import { type StripeFields, textAt } from './stripe-form.ts';

export interface StripeReply {
  readonly status: number;
  readonly body: object;
}

/** A subscription as the fake keeps it; tests change it in place. */
export interface FakeSubscription {
  readonly id: string;
  readonly customer: string;
  status: string;
  currency: string;
  created: number;
  periodStart: Date;
  periodEnd: Date;
  cancellationReason: string | null;
}

export interface FakeMeterEvent {
  readonly name: string;
  readonly customer: string;
  readonly value: number;
  readonly at: Date;
}

/** What the provider keeps. */
export interface StripeState {
  readonly customers: Map<string, { readonly id: string; readonly projectId: string | null }>;
  readonly sessions: Map<string, StripeFields>;
  readonly subscriptions: Map<string, FakeSubscription>;
  /** Newest first, as Stripe writes them. */
  readonly invoices: Record<string, unknown>[];
  /** Each counted once, by its identifier. */
  readonly meterEvents: Map<string, FakeMeterEvent>;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly fields: StripeFields;
}

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

export function handleStripeCall(state: StripeState, { method, path, fields }: Call): StripeReply {
  const [, , ...parts] = path.split('/'); // after "/v1"
  switch (`${method} ${parts.slice(0, 2).join('/')}`) {
    case 'POST customers':
      return newCustomer(state, fields);
    case 'POST checkout/sessions':
      return newSession(state, fields);
    case 'POST billing_portal/sessions':
      return good({
        id: newId('bps'),
        object: 'billing_portal.session',
        url: `https://billing.stripe.test/${textAt(fields, 'customer')}`,
      });
    case 'GET invoices':
      return good(listOf(state.invoices.filter(({ customer }) => customer === textAt(fields, 'customer'))));
    case 'GET subscriptions':
      return listSubscriptions(state, fields);
    case 'POST invoices/create_preview':
      return preview(state, textAt(fields, 'subscription') ?? '');
    case 'POST billing/meter_events':
      return countUnits(state, fields);
    default:
      return subscriptionCall(state, method, parts);
  }
}

function subscriptionCall(state: StripeState, method: string, [kind, id = '']: readonly string[]): StripeReply {
  if (kind !== 'subscriptions') return refused(404, 'resource_missing', 'Unrecognized request URL');
  const found = state.subscriptions.get(id);
  if (!found || (method === 'DELETE' && found.status === 'canceled')) {
    return refused(404, 'resource_missing', `No such subscription: '${id}'`);
  }
  if (method === 'DELETE') found.status = 'canceled';
  return good(subscriptionObject(found));
}

/** Newest first, and without those that were cancelled, as without a `status`. */
function listSubscriptions({ customers, subscriptions }: StripeState, fields: StripeFields): StripeReply {
  const owner = textAt(fields, 'customer') ?? '';
  if (!customers.has(owner)) return refused(400, 'resource_missing', `No such customer: '${owner}'`);
  const found = [...subscriptions.values()]
    .filter(({ customer, status }) => customer === owner && status !== 'canceled')
    .toSorted((a, b) => b.created - a.created);
  const limit = Number(textAt(fields, 'limit') ?? 10);
  return good({
    object: 'list',
    url: '/v1/subscriptions',
    has_more: found.length > limit,
    data: found.slice(0, limit).map(subscriptionObject),
  });
}

function newCustomer(state: StripeState, fields: StripeFields): StripeReply {
  const id = newId('cus');
  state.customers.set(id, { id, projectId: textAt(fields, 'metadata', 'project') });
  return good({ id, object: 'customer', metadata: fields.metadata ?? {} });
}

function newSession(state: StripeState, fields: StripeFields): StripeReply {
  if (!state.customers.has(textAt(fields, 'customer') ?? '')) {
    return refused(400, 'resource_missing', `No such customer: '${textAt(fields, 'customer')}'`);
  }
  const id = newId('cs_test');
  state.sessions.set(id, fields);
  return good({
    id,
    object: 'checkout.session',
    mode: textAt(fields, 'mode'),
    status: 'open',
    url: `https://checkout.stripe.test/${id}`,
    expires_at: secondsOf(new Date()) + 86_400,
  });
}

function preview(state: StripeState, id: string): StripeReply {
  const found = state.subscriptions.get(id);
  if (!found) return refused(404, 'resource_missing', `No such subscription: '${id}'`);
  if (found.status === 'canceled') return refused(404, 'invoice_upcoming_none', 'No upcoming invoices for customer');
  return good({
    id: 'upcoming_in_1',
    object: 'invoice',
    customer: found.customer,
    amount_due: 1_250,
    currency: found.currency,
    period_start: secondsOf(found.periodStart),
    period_end: secondsOf(found.periodEnd),
    starting_balance: -500,
  });
}

function countUnits(state: StripeState, fields: StripeFields): StripeReply {
  const identifier = textAt(fields, 'identifier') ?? '';
  if (state.meterEvents.has(identifier)) {
    return refused(400, null, `An event already exists with identifier ${identifier}.`);
  }
  const event = {
    name: textAt(fields, 'event_name') ?? '',
    customer: textAt(fields, 'payload', 'stripe_customer_id') ?? '',
    value: Number(textAt(fields, 'payload', 'value')),
    at: new Date(Number(textAt(fields, 'timestamp')) * 1_000),
  };
  state.meterEvents.set(identifier, event);
  return good({ object: 'billing.meter_event', identifier, event_name: event.name, payload: fields.payload ?? {} });
}

/** As version 2026-10-28 writes it: periods belong to the items. */
export const subscriptionObject = (subscription: FakeSubscription): object => ({
  id: subscription.id,
  object: 'subscription',
  customer: subscription.customer,
  status: subscription.status,
  currency: subscription.currency,
  created: subscription.created,
  cancellation_details: { comment: null, feedback: null, reason: subscription.cancellationReason },
  items: listOf([
    {
      id: `si_${subscription.id}`,
      object: 'subscription_item',
      current_period_start: secondsOf(subscription.periodStart),
      current_period_end: secondsOf(subscription.periodEnd),
    },
  ]),
});

/** An invoice of a subscription, as events hold it. */
export const invoiceObject = ({ id, customer }: FakeSubscription, invoiceId: string): object => ({
  id: invoiceId,
  object: 'invoice',
  customer,
  parent: { type: 'subscription_details', subscription_details: { subscription: id } },
});

const listOf = (data: readonly object[]): object => ({ object: 'list', data, has_more: false, url: '/v1' });

export const newId = (prefix: string): string => `${prefix}_${randomUUID()}`;

const good = (body: object): StripeReply => ({ status: 200, body });

const refused = (status: number, code: string | null, message: string): StripeReply => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(code === null ? {} : { code }) } },
});
