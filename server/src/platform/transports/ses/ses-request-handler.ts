import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SesExchange } from './ses-exchange.ts';
import { isUsable, type SesEndpoint, type SesLink, type SesLinks } from './ses-links.ts';

/** A request as the SDK passes it on: resolved, serialised and signed. */
interface SignedRequest extends SesEndpoint {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

interface SesResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export interface SesTimeouts {
  readonly connectMs: number;
  /** For sending all but the last byte of a request. */
  readonly writeMs: number;
  readonly answerMs: number;
}

/** Far more than any response of the service. */
const maxAnswerBytes = 256 * 1024;

/**
 * Sends a request to the service, all but its last byte, and waits for the release. So we know for certain whether the
 * service can have accepted the mail, whatever an error says. One connection, one try.
 */
export class SesRequestHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #links: SesLinks;
  readonly #timeouts: SesTimeouts;

  constructor(links: SesLinks, timeouts: SesTimeouts) {
    this.#links = links;
    this.#timeouts = timeouts;
  }

  /** `options` is the exchange that was given to the SDK's `send`. */
  async handle(request: SignedRequest, options?: object): Promise<{ response: SesResponse }> {
    const exchange = options as SesExchange; // only our own calls use this handler
    const used = this.#links.takeIdle(request);
    if (used) {
      let isHeld = false;
      const onHeld = (link: SesLink): void => {
        isHeld = true;
        exchange.onHeld(link);
      };
      try {
        return await this.#carry(used, request, { ...exchange, onHeld });
      } catch (error) {
        // It was idle and may have been dead. The service cannot have accepted anything: once more over a new connection.
        if (isHeld || exchange.abortSignal.aborted) throw error;
      }
    }
    return this.#carry(await this.#links.open(request, exchange.abortSignal), request, exchange);
  }

  async #carry(link: SesLink, request: SignedRequest, exchange: SesExchange): Promise<{ response: SesResponse }> {
    const { writeMs, answerMs } = this.#timeouts;
    const body = bytesOf(request.body);
    const call = begin(link, request);
    const reply = responseTo(call);
    reply.catch(() => {}); // handled where it is awaited
    const abort = (): void => void call.destroy(new Error('The hand-over was given up.'));
    let isFree = false;
    exchange.abortSignal.addEventListener('abort', abort, { once: true });
    try {
      const refusal = await inTime(call, writeMs, Promise.race([written(call, body.subarray(0, -1)), reply]));
      if (refusal) return { response: refusal };
      exchange.onHeld(link);
      const early = await Promise.race([exchange.released, reply]);
      if (early) return { response: early };
      if (exchange.abortSignal.aborted || !isUsable(link))
        throw new Error('The link was lost before the request ended.');
      exchange.abortSignal.removeEventListener('abort', abort); // it can no longer be aborted
      exchange.onWhole();
      call.end(body.subarray(-1));
      const response = await inTime(call, answerMs, reply);
      isFree = response.headers.connection !== 'close';
      return { response };
    } finally {
      exchange.abortSignal.removeEventListener('abort', abort);
      if (isFree) this.#links.put(link);
      else link.socket.destroy();
    }
  }

  /** Required by the SDK; there is nothing to configure at run time. */
  updateHttpClientConfig(): void {}
  httpHandlerConfigs(): object {
    return {};
  }

  destroy(): void {
    this.#links.close();
  }
}

function bytesOf(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError('A request to the service has a body of text or bytes.');
}

function begin(link: SesLink, { protocol, hostname, port, method, path, headers }: SignedRequest): ClientRequest {
  const request = protocol === 'http:' ? httpRequest : httpsRequest;
  return request({ agent: link.agent, hostname, port: port ?? null, method, path, headers });
}

/** Settles when these bytes are written to the connection. */
const written = (call: ClientRequest, bytes: Buffer): Promise<null> =>
  new Promise((resolve, reject) => {
    call.write(bytes, (error) => (error ? reject(error) : resolve(null)));
  });

function responseTo(call: ClientRequest): Promise<SesResponse> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('The service closed the connection.'));
    call.on('error', reject);
    call.on('close', closed);
    call.on('response', (response) => {
      call.off('close', closed); // reading the response detects an early end
      readResponse(response).then(resolve, reject);
    });
  });
}

async function readResponse(response: IncomingMessage): Promise<SesResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer); // a response without an encoding gives buffers
    size += (chunk as Buffer).length;
    if (size > maxAnswerBytes) throw new Error('The answer of the service is too long.');
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return { statusCode: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}

/** Waits for a step, and ends the call when it takes too long. */
async function inTime<T>(call: ClientRequest, withinMs: number, step: Promise<T>): Promise<T> {
  const timer = setTimeout(() => call.destroy(new Error('The service did not answer in time.')), withinMs);
  try {
    return await step;
  } finally {
    clearTimeout(timer);
  }
}
