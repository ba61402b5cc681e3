import { ApiError } from './api-error.ts';
import { readReply } from './read-reply.ts';
import type { CallOptions, Settings } from './settings.ts';
import { startTimer } from './timer.ts';

/** A request of any operation, after its types were checked. */
export interface OutgoingRequest {
  /** `GET /contacts/{id}` */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

export interface RequestInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The request of an operation such as `GET /contacts/{id}`. */
export function requestOf({ baseUrl, headers }: Settings, operation: string, input: RequestInput): OutgoingRequest {
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => segmentOf(input.path?.[name] ?? '', name));
  const common = { operation, method, url: `${baseUrl}${path}${queryOf(input.query)}` };
  const accepted = { accept: 'application/json, */*;q=0.5', ...headers };
  if (input.body === undefined) return { ...common, headers: accepted };
  if (input.body instanceof FormData) return { ...common, headers: accepted, body: input.body };
  const body = JSON.stringify(input.body);
  return { ...common, headers: { ...accepted, 'content-type': 'application/json' }, body };
}

/** Why empty and dotted names are refused: the request would go to another address. */
function segmentOf(value: string, name: string): string {
  if (value === '' || value === '.' || value === '..') throw new TypeError(`${name} must not be "${value}"`);
  return encodeURIComponent(value);
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** One attempt. The time limit covers the reply's body, too. */
export async function sendRequest(
  settings: Settings,
  request: OutgoingRequest,
  options: CallOptions,
): Promise<unknown> {
  return withTimeLimit(options.timeoutMs ?? settings.timeoutMs, options.signal, async (signal) =>
    readReply(await fetchWith(settings, request, signal), request.operation),
  );
}

/** Why no redirects: fetch would turn a write into a read, and the page at its end into a success. */
export function fetchWith(settings: Settings, request: OutgoingRequest, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body } = request;
  return settings.fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
}

async function withTimeLimit<T>(
  milliseconds: number,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  given?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort(given?.reason);
  given?.addEventListener('abort', giveUp, { once: true });
  let isLate = false;
  const timer = startTimer(() => {
    isLate = true;
    controller.abort();
  }, milliseconds);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (error instanceof ApiError || given?.aborted) throw error;
    throw isLate ? timeoutOf(milliseconds, error) : connectionFailure(error);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', giveUp);
  }
}

const timeoutOf = (milliseconds: number, cause: unknown): ApiError =>
  new ApiError({
    code: 'TIMEOUT',
    statusCode: 0,
    message: `No reply within ${milliseconds} ms.`,
    requestId: null,
    suggestion: 'Set timeoutMs for calls that take longer.',
    cause,
  });

export const connectionFailure = (cause: unknown): ApiError =>
  new ApiError({
    code: 'CONNECTION_FAILED',
    statusCode: 0,
    message: 'The server could not be reached, or the connection broke.',
    requestId: null,
    suggestion: 'Check baseUrl.',
    cause,
  });
