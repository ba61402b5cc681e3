import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Call {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as a form if it is one, otherwise as JSON. */
  body?: unknown;
  /** Sent as it is instead of `body`; it has no content type of its own, only that of a `body`. */
  raw?: string | Buffer;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies of every shape
  body: any;
}

export type Send = (call: Call) => Promise<Reply>;

export interface Connection {
  agent?: Agent;
  /** The address of this machine that the request comes from. */
  localAddress?: string;
}

const maxSilenceMs = 30_000;

/** Sends one HTTP request without adding headers of its own and without following redirects. */
export async function sendRequest(baseUrl: string, call: Call, connection: Connection = {}): Promise<Reply> {
  const { method, path, headers } = call;
  const { payload, type } = await payloadOf(call);
  const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const outgoing = request(baseUrl + path, { method, headers: { ...type, ...length, ...headers }, ...connection });
  outgoing.on('error', reject);
  // Why: a connection that the other side never accepted would wait for a quarter of an hour.
  outgoing.setTimeout(maxSilenceMs, () => outgoing.destroy(new Error(`no reply to ${method} ${path}`)));
  outgoing.on('response', (response) => {
    buffer(response)
      .then((bytes) => replyOf(response, bytes))
      .then(resolve, reject);
  });
  outgoing.end(payload);
  return promise;
}

async function payloadOf({ body, raw }: Call): Promise<{ payload?: string | Buffer; type?: OutgoingHttpHeaders }> {
  if (body === undefined) return raw === undefined ? {} : { payload: raw };
  if (!(body instanceof FormData))
    return { payload: raw ?? JSON.stringify(body), type: { 'content-type': 'application/json' } };
  const form = new Response(body);
  const type = { 'content-type': form.headers.get('content-type') ?? '' };
  return { payload: Buffer.from(await form.arrayBuffer()), type };
}

function replyOf({ statusCode: status = 0, headers }: IncomingMessage, bytes: Buffer): Reply {
  const text = new TextDecoder().decode(bytes);
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(headers['content-type'] ?? '');
  return { status, headers, bytes, text, body: text === '' ? null : isJson ? JSON.parse(text) : text };
}

type Verb = (path: string, body?: unknown, headers?: OutgoingHttpHeaders) => Promise<Reply>;

/** A caller of the API: the same credentials every time. */
export interface Client {
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Reply>;
  post: Verb;
  put: Verb;
  patch: Verb;
  delete: Verb;
  send: Send;
  /** The same caller with more headers. */
  with(headers: OutgoingHttpHeaders): Client;
}

/** A client of the instance at an address, or one that sends in a way of its own. */
export function clientOf(to: string | Send, fixed: OutgoingHttpHeaders = {}): Client {
  const sendAs: Send = typeof to === 'string' ? (call) => sendRequest(to, call) : to;
  const send: Send = (call) => sendAs({ ...call, headers: { ...fixed, ...call.headers } });
  const verb =
    (method: string): Verb =>
    (path, body, headers = {}) =>
      send({ method, path, body, headers });
  return {
    get: (path, headers = {}) => send({ method: 'GET', path, headers }),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    send,
    with: (headers) => clientOf(to, { ...fixed, ...headers }),
  };
}

export const bearer = (key: string): { authorization: string } => ({ authorization: `Bearer ${key}` });
