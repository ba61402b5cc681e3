import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { noteReply, plantRequest } from '@postrider/server/testing/log-search';

export interface Call {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, without a content type of its own. */
  raw?: string;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: cases look at replies of every shape
  body: any;
}

export type Send = (call: Call) => Promise<Reply>;

let places = 0;

/** A client address nobody has used yet: limits per address then count for one caller alone. */
export function newAddress(): string {
  places += 1;
  return `127.${20 + (places >> 16)}.${(places >> 8) & 255}.${places & 255}`;
}

/** Speaks HTTP from one loopback address, without adding anything of its own to a request. */
export function sender(baseUrl: string, address: string): Send {
  const agent = new Agent({ keepAlive: true, timeout: 5_000 });
  return async ({ method, path, headers = {}, body, raw }) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    plantRequest(headers, body);
    const outgoing = request(
      baseUrl + path,
      {
        method,
        agent,
        localAddress: address,
        signal: AbortSignal.timeout(30_000),
        headers: { ...type, ...length, ...headers },
      },
      (response) => {
        text(response).then((told) => {
          noteReply(`${method} ${path}`, response.statusCode ?? 0, response.headers);
          plantRequest(response.headers, secretsOf(parsed(told)));
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: told, body: parsed(told) });
        }, reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
    return promise;
  };
}

/** Of an answer only what is secret in it: its other texts are also in refusals, which the log may name. */
function secretsOf(body: unknown): unknown {
  const { secret, project } = (body ?? {}) as { secret?: unknown; project?: { secret?: unknown } }; // any shape
  return { secret, project: { secret: project?.secret } };
}

function parsed(told: string): unknown {
  try {
    return told === '' ? null : JSON.parse(told);
  } catch {
    return told;
  }
}
