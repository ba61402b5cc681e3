import type { Stripe } from 'stripe';
import { loadOnce } from '#platform/load-once';
import { PaymentRefused, type Payments, type ReportOutcome } from './payments.ts';
import { momentOf, readEvent, readInvoice, readSubscription, readUpcoming } from './read-stripe.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly prices: readonly string[];
  readonly meterPrefix: string;
  /** Null: Stripe itself. */
  readonly localPort: number | null;
}

type ImportSdk = () => Promise<{ readonly Stripe: typeof Stripe }>;

interface StripeService {
  readonly errors: (typeof Stripe)['errors'];
  readonly client: Stripe;
}

const signatureSeconds = 300;

/** Payments by Stripe. */
export function stripePayments(options: StripeOptions, importSdk: ImportSdk = () => import('stripe')): Payments {
  // Why loaded when needed: the SDK is large, and most installations never need it.
  const { get: service } = loadOnce(() => loadService(options, importSdk));
  /** Tells a refusal from a reply that never came. */
  const ask = async <T>(call: (client: Stripe) => Promise<T>): Promise<T> => {
    const { client, errors } = await service();
    return call(client).catch((error: unknown) => {
      throw isRefused(errors, error) ? new PaymentRefused(error.message, { cause: error }) : error;
    });
  };
  return {
    async prepare() {
      await service();
    },
    createCustomer: (projectId) =>
      ask(async ({ customers }) => {
        const customer = { description: `Project ${projectId}`, metadata: { project: projectId } };
        return (await customers.create(customer, { idempotencyKey: `customer-${projectId}` })).id;
      }),
    openCheckout: ({ customerId, projectId, currency, key, returnUrl }) =>
      ask(async ({ checkout }) => {
        const { url, expires_at: expires } = await checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: projectId,
            currency,
            line_items: options.prices.map((price) => ({ price })), // metered: without a quantity
            metadata: { project: projectId },
            subscription_data: { metadata: { project: projectId } },
            success_url: `${returnUrl}?checkout=done`,
            cancel_url: returnUrl,
          },
          { idempotencyKey: key },
        );
        if (url === null) throw new Error('a new session has an address');
        return { url, expiresAt: momentOf(expires) };
      }),
    openPortal: (customer, returnUrl) =>
      ask(async ({ billingPortal }) => {
        return (await billingPortal.sessions.create({ customer, return_url: returnUrl })).url;
      }),
    listInvoices: (customer) =>
      ask(async ({ invoices }) => (await invoices.list({ customer, limit: 100 })).data.map(readInvoice)),
    async previewInvoice(subscription) {
      const { errors } = await service();
      return ask(({ invoices }) => invoices.createPreview({ subscription }).then(readUpcoming)).catch(
        unlessCode(errors, 'invoice_upcoming_none'),
      );
    },
    async findSubscription(id) {
      const { errors } = await service();
      return ask(({ subscriptions }) => subscriptions.retrieve(id).then(readSubscription)).catch(
        unlessCode(errors, 'resource_missing'),
      );
    },
    async listSubscriptions(customer) {
      const { errors } = await service();
      const list = await ask(({ subscriptions }) => subscriptions.list({ customer, limit: 100 })).catch(
        unlessCode(errors, 'resource_missing'),
      );
      return (list?.data ?? []).map(readSubscription);
    },
    async endSubscription(id) {
      const { errors } = await service();
      // Stripe says of one that has ended that there is none.
      await ask(({ subscriptions }) => subscriptions.cancel(id, { invoice_now: true })).catch(
        unlessCode(errors, 'resource_missing'),
      );
    },
    async reportUnits({ identifier, customerId, category, units, at }) {
      const { client, errors } = await service();
      const event = {
        event_name: `${options.meterPrefix}${category}`,
        identifier,
        timestamp: Math.floor(at.getTime() / 1_000),
        payload: { stripe_customer_id: customerId, value: String(units) },
      };
      // Why without the retries of the SDK: ours outlive the process, and know what was unclear before.
      return client.billing.meterEvents.create(event, { maxNetworkRetries: 0 }).then(
        (): ReportOutcome => ({ kind: 'counted' }),
        (error: unknown) => outcomeOf(errors, error),
      );
    },
    async readNotification(text, signature, now) {
      const { client } = await service();
      const { signature: verifier } = client.webhooks;
      if (!verifier) throw new Error('the SDK cannot check signatures');
      const { webhookSecret } = options;
      try {
        verifier.verifyHeader(text, signature, webhookSecret, signatureSeconds, undefined, now.getTime());
      } catch {
        return null; // of any class: the SDK meets some headers with other errors than its own for signatures
      }
      return readEvent(text);
    },
  };
}

async function loadService({ secretKey, localPort }: StripeOptions, importSdk: ImportSdk): Promise<StripeService> {
  const { Stripe: Client } = await importSdk();
  const client = new Client(secretKey, {
    maxNetworkRetries: 2, // the SDK sends a key with every write, so that a repeat has no effect of its own
    timeout: 10_000,
    telemetry: false,
    ...(localPort === null ? {} : { host: '127.0.0.1', port: localPort, protocol: 'http' }),
  });
  return { client, errors: Client.errors };
}

type StripeErrors = StripeService['errors'];
type StripeError = InstanceType<StripeErrors['StripeError']>;

/** Its status says that nothing was done. 409 is a call with the same key that is under way; after 5xx nobody knows. */
function isRefused(errors: StripeErrors, error: unknown): error is StripeError {
  if (!(error instanceof errors.StripeError)) return false;
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 500 && statusCode !== 409;
}

/** For `catch`: null when the provider refused with this code. */
const unlessCode =
  (errors: StripeErrors, code: string) =>
  (error: unknown): null => {
    const cause = error instanceof PaymentRefused ? error.cause : null;
    if (cause instanceof errors.StripeError && cause.code === code) return null;
    throw error;
  };

function outcomeOf(errors: StripeErrors, error: unknown): ReportOutcome {
  if (!(error instanceof Error)) throw error;
  const reason = error.message;
  if (!isRefused(errors, error)) return { kind: 'unknown', reason };
  return isRepeat(error) ? { kind: 'counted' } : { kind: 'refused', reason };
}

/** Stripe refuses an identifier that it has seen: an earlier try was counted, whose reply was lost. */
const isRepeat = ({ code, message }: StripeError): boolean =>
  code === 'duplicate_meter_event' || /already exists with identifier/i.test(message);
