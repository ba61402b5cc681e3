import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { readForm, type StripeFields } from './stripe-form.ts';
import { handleStripeCall, newId, type StripeReply, type StripeState, secondsOf } from './stripe-objects.ts';

export interface StripeCall {
  readonly method: string;
  readonly path: string;
  readonly fields: StripeFields;
  readonly idempotencyKey: string | null;
}

/** What becomes of a call: a status without an effect, or an effect whose reply is lost. */
export type StripeFault = { readonly status: number; readonly message: string } | 'lost';

/** Stripe as far as we use it, on this machine: the real paths, form bodies, objects, errors and idempotency keys over HTTP. */
export interface FakeStripe extends StripeState {
  readonly settings: Record<string, string>;
  readonly calls: StripeCall[];
  /** Decides about each call before it is handled; null: it works. */
  fault: (call: StripeCall) => StripeFault | null;
  /** Runs when a call has been handled, or refused, and before its reply is sent, for tests that hold the reply. */
  hold: (call: StripeCall) => Promise<void>;
  /** An event as Stripe posts it: its text, and the header over exactly this text. */
  event(type: string, object: object, options?: EventOptions): StripeEvent;
  /** Any body, signed as an event is. */
  signed(body: object, options?: Omit<EventOptions, 'id'>): StripeEvent;
  close(): Promise<void>;
}

interface EventOptions {
  readonly id?: string;
  readonly at?: Date;
  readonly secret?: string;
}

export interface StripeEvent {
  readonly text: string;
  readonly signature: string;
}

const key = 'sk_test_postrider';
const secret = 'whsec_postrider';

export async function startFakeStripe(): Promise<FakeStripe> {
  const server = createServer((request, response) => {
    serve(fake, replies, request, response).catch(() => response.destroy());
  });
  const replies: SavedReplies = new Map();
  server.listen(0, '127.0.0.1');
  server.unref(); // it may live as long as a whole file of tests
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const fake: FakeStripe = {
    settings: {
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_PRICES: 'price_mails',
      STRIPE_STAND_IN: String(port),
    },
    calls: [],
    customers: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    invoices: [],
    meterEvents: new Map(),
    fault: () => null,
    hold: async () => {},
    event(type, object, { id, at = new Date(), ...options } = {}) {
      const body = {
        id: id ?? newId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: secondsOf(at),
        type,
        livemode: false,
        data: { object },
      };
      return fake.signed(body, { at, ...options });
    },
    signed(body, { at = new Date(), secret: signedWith = secret } = {}) {
      const payload = JSON.stringify(body);
      const webhooks = new Stripe(key).webhooks;
      const signature = webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp: secondsOf(at) });
      return { text: payload, signature };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

type SavedReplies = Map<string, { readonly asked: string; readonly reply: StripeReply }>;

async function serve(
  fake: FakeStripe,
  saved: SavedReplies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const { pathname, search } = new URL(request.url ?? '', 'http://stripe');
  const call: StripeCall = {
    method: request.method ?? '',
    path: pathname,
    fields: readForm(request.method === 'GET' ? search.slice(1) : body),
    idempotencyKey: [request.headers['idempotency-key'] ?? null].flat()[0] ?? null,
  };
  if (request.headers.authorization !== `Bearer ${key}`) {
    return send(response, errorReply(401, 'invalid_request_error', 'Invalid API Key provided'));
  }
  fake.calls.push(call);
  const fault = fake.fault(call);
  const reply =
    fault && fault !== 'lost'
      ? errorReply(fault.status, 'api_error', fault.message)
      : savedReply(saved, call, body, () => handleStripeCall(fake, call));
  await fake.hold(call);
  if (fault === 'lost') return void request.socket.destroy();
  send(response, reply);
}

/** The same key gets the same reply; with other parameters it is refused. */
function savedReply(
  saved: SavedReplies,
  { path, idempotencyKey }: StripeCall,
  body: string,
  handle: () => StripeReply,
) {
  if (idempotencyKey === null) return handle();
  const asked = `${path} ${body}`;
  const known = saved.get(idempotencyKey);
  if (known && known.asked !== asked) {
    return errorReply(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters.',
    );
  }
  const reply = known?.reply ?? handle();
  saved.set(idempotencyKey, { asked, reply });
  return reply;
}

const errorReply = (status: number, type: string, message: string): StripeReply => ({
  status,
  body: { error: { type, message } },
});

const send = (response: ServerResponse, { status, body }: StripeReply): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
    .end(JSON.stringify(body));
