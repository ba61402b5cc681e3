import { ApiError } from './api-error.ts';
import { type EventParser, eventParser } from './event-parser.ts';
import type { Schemas } from './operations.ts';
import { readReply } from './read-reply.ts';
import { pauseAfter } from './repeat.ts';
import { connectionFailure, fetchWith, requestOf } from './send-request.ts';
import type { Settings } from './settings.ts';

interface MessageData {
  activity: Schemas['ActivityItem'];
  /** The mail of the activity that follows. */
  email: { id: string; status: string; updatedAt: string };
  campaign: { id: string; status: string; counters: Record<string, number> };
  domain: { id: string; status: string };
  job: { id: string; state: string; progress: unknown };
  /** So many items were left out. */
  more: { count: number };
  /** Too much was missed: read again what you show. */
  reset: Record<string, never>;
}

/** `id` is what `lastEventId` takes, to continue in another process. */
export type StreamMessage = {
  [Event in keyof MessageData]: { readonly event: Event; readonly id: string; readonly data: MessageData[Event] };
}[keyof MessageData];

export interface StreamOptions {
  /** Continue after this message; within five minutes nothing is missed. */
  readonly lastEventId?: string;
  /** Stop after so many seconds, at most 900; 0 gives what was missed. Without it the stream goes on for good. */
  readonly seconds?: number;
  /** Ends the stream: the loop throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Connections that fail one after the other before the loop throws; 10 unless given. */
  readonly maxRetries?: number;
}

/** The server sends a comment every 15 s: silence means that the connection is gone. */
const maxSilenceMs = 45_000;

/** What happens in the project, as it happens. Comes back by itself and continues where it was. */
export async function* followStream(settings: Settings, options: StreamOptions): AsyncGenerator<StreamMessage> {
  const { seconds, signal, maxRetries = 10 } = options;
  const parser = eventParser(options.lastEventId ?? '');
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    let failure: ApiError | null = null;
    try {
      for await (const message of oneConnection(settings, parser, options)) {
        failures = 0;
        yield message;
      }
      if (seconds !== undefined) return;
    } catch (error) {
      signal?.throwIfAborted();
      failure = error instanceof ApiError ? error : connectionFailure(error);
      if (isFinal(failure) || failures >= maxRetries) throw failure;
    }
    await settings.sleep(failure ? pauseAfter(failure, failures) : (parser.retryMs ?? 1_000), signal);
    if (failure) failures += 1;
  }
}

/** A refusal that will stay one, such as a key that is no longer valid. */
const isFinal = ({ statusCode }: ApiError): boolean => statusCode >= 400 && statusCode < 500 && statusCode !== 429;

async function* oneConnection(
  settings: Settings,
  parser: EventParser,
  { seconds, signal }: StreamOptions,
): AsyncGenerator<StreamMessage> {
  const silence = silenceLimit(signal);
  try {
    const request = requestOf(settings, 'GET /stream', { query: { seconds } });
    const position = parser.lastEventId === '' ? {} : { 'last-event-id': parser.lastEventId };
    const headers = { ...request.headers, accept: 'text/event-stream', ...position };
    const response = await fetchWith(settings, { ...request, headers }, silence.signal);
    if (!response.ok) await readReply(response);
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      silence.renew();
      for (const { id, event, data } of parser.read(decoder.decode(value, { stream: true }))) {
        yield { id, event, data: JSON.parse(data) } as StreamMessage; // as the contract describes it; newer servers may send more
      }
    }
  } finally {
    silence.end();
  }
}

/** Breaks off a connection that says nothing, one that its reader left, and one whose caller gave up. */
function silenceLimit(given: AbortSignal | undefined): { signal: AbortSignal; renew(): void; end(): void } {
  const controller = new AbortController();
  const breakOff = () => controller.abort(given?.reason);
  given?.addEventListener('abort', breakOff, { once: true });
  let timer = setTimeout(breakOff, maxSilenceMs);
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(breakOff, maxSilenceMs);
    },
    end() {
      clearTimeout(timer);
      given?.removeEventListener('abort', breakOff);
      controller.abort();
    },
  };
}
