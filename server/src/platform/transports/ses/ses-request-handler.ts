import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SesExchange } from './ses-exchange.ts';
import type { SesLink, SesLinks, SesPlace } from './ses-links.ts';
import { isUsable } from './ses-links.ts';

/** A request as the SDK gives it away: resolved, written down and signed. */
interface SignedRequest extends SesPlace {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export interface SesTimeouts {
  readonly connectMs: number;
  /** For all but the last byte of a request to leave. */
  readonly writeMs: number;
  readonly answerMs: number;
}

/** Far more than any answer of the service. */
const maxAnswerBytes = 256 * 1024;

/**
 * Brings a request to the service, all but its last byte, and waits for the release. So whether the service can have
 * taken the mail is a fact of ours, whatever an error says. One connection, one try.
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
  async handle(request: SignedRequest, options?: object): Promise<{ response: Answer }> {
    const exchange = options as SesExchange; // nobody else calls with this handler
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
        // It was idle and may have been dead. The service cannot have taken anything: once more over a fresh one.
        if (isHeld || exchange.abortSignal.aborted) throw error;
      }
    }
    return this.#carry(await this.#links.open(request, exchange.abortSignal), request, exchange);
  }

  async #carry(link: SesLink, request: SignedRequest, exchange: SesExchange): Promise<{ response: Answer }> {
    const { writeMs, answerMs } = this.#timeouts;
    const body = bytesOf(request.body);
    const call = begin(link, request);
    const answer = answerTo(call);
    answer.catch(() => {}); // whoever asks hears of it
    const abort = (): void => void call.destroy(new Error('The hand-over was given up.'));
    let isFree = false;
    exchange.abortSignal.addEventListener('abort', abort, { once: true });
    try {
      const refusal = await inTime(call, writeMs, Promise.race([written(call, body.subarray(0, -1)), answer]));
      if (refusal) return { response: refusal };
      exchange.onHeld(link);
      const early = await Promise.race([exchange.released, answer]);
      if (early) return { response: early };
      if (exchange.abortSignal.aborted || !isUsable(link))
        throw new Error('The link was lost before the request ended.');
      exchange.abortSignal.removeEventListener('abort', abort); // past the point of return
      exchange.onWhole();
      call.end(body.subarray(-1));
      const response = await inTime(call, answerMs, answer);
      isFree = response.headers.connection !== 'close';
      return { response };
    } finally {
      exchange.abortSignal.removeEventListener('abort', abort);
      if (isFree) this.#links.put(link);
      else link.socket.destroy();
    }
  }

  /** The SDK asks for these; there is nothing to change while it runs. */
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

/** Settles when these bytes have left this process. */
const written = (call: ClientRequest, bytes: Buffer): Promise<null> =>
  new Promise((resolve, reject) => {
    call.write(bytes, (error) => (error ? reject(error) : resolve(null)));
  });

function answerTo(call: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('The service closed the connection.'));
    call.on('error', reject);
    call.on('close', closed);
    call.on('response', (response) => {
      call.off('close', closed); // the reply itself says when it ends too early
      readAnswer(response).then(resolve, reject);
    });
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer); // a reply without an encoding gives buffers
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
