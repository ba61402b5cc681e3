import { ApiError } from './api-error.ts';
import { eventParser, type ParsedBlock } from './event-parser.ts';
import type { Schemas } from './operations.ts';
import { refuseFailure, typeOf, unexpectedReply } from './read-reply.ts';
import { growingPause, maxPauseMs, pauseAfter } from './repeat.ts';
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
  /**
   * Stop after so many seconds, at most 900, however many connections it takes; 0 gives what was missed. Without it the stream goes on
   * for good.
   */
  readonly seconds?: number;
  /** Ends the stream: the loop throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Connections that fail one after the other before the loop throws; 10 unless given. */
  readonly maxRetries?: number;
}

/** The server sends a comment every 15 s: silence means that the connection is gone. */
const maxSilenceMs = 45_000;

/** What outlives a connection. */
interface Progress {
  lastEventId: string;
  retryMs: number;
  /** Connections that failed one after the other. */
  failures: number;
  /** The event behind the position could not be read. It is asked for again, and nothing but a new position is progress. */
  isDamaged: boolean;
}

/** What happens in the project, as it happens. Comes back by itself and continues where it was. */
export async function* followStream(settings: Settings, options: StreamOptions): AsyncGenerator<StreamMessage> {
  const { seconds, signal, maxRetries = 10, lastEventId = '' } = options;
  const progress: Progress = { lastEventId, retryMs: 1_000, failures: 0, isDamaged: false };
  const endsAt = seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1_000;
  const leftMs = () => Math.max(0, endsAt - Date.now());
  for (;;) {
    signal?.throwIfAborted();
    const secondsLeft = seconds && Math.round(leftMs() / 1_000);
    let pauseMs: number | null;
    try {
      yield* oneConnection(settings, progress, { seconds: secondsLeft, signal });
      if (Math.round(leftMs() / 1_000) === 0) return;
      pauseMs = Math.min(progress.retryMs, maxPauseMs, leftMs());
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof ApiError ? error : connectionFailure(error);
      pauseMs = pauseAfter(failure, growingPause(progress.failures));
      if (pauseMs === null || isFinal(failure) || progress.failures >= maxRetries) throw failure;
      if (seconds !== 0 && pauseMs >= leftMs()) throw failure;
      progress.failures += 1;
      progress.isDamaged ||= error instanceof SyntaxError;
    }
    await settings.sleep(pauseMs, signal);
  }
}

/** A refusal that will stay one, such as a key that is no longer valid. */
const isFinal = ({ statusCode, code }: ApiError): boolean =>
  code === 'UNEXPECTED_REPLY' || (statusCode >= 400 && statusCode < 500 && statusCode !== 429);

async function* oneConnection(
  settings: Settings,
  progress: Progress,
  { seconds, signal }: { readonly seconds: number | undefined; readonly signal: AbortSignal | undefined },
): AsyncGenerator<StreamMessage> {
  const parser = eventParser(progress.lastEventId);
  const decoder = new TextDecoder();
  const silence = silenceLimit(signal);
  let isBegun = false;
  try {
    const reader = await silence.during(() => openStream(settings, progress.lastEventId, seconds, silence.signal));
    for (;;) {
      const { value, done } = (await silence.during(async () => reader?.read())) ?? { done: true };
      if (done) break;
      for (const block of parser.read(decoder.decode(value, { stream: true }))) {
        isBegun = true;
        const message = messageIn(block); // throws before the position moves
        if (block.id !== progress.lastEventId) progress.isDamaged = false;
        progress.lastEventId = block.id;
        if (!progress.isDamaged) progress.failures = 0;
        if (message) yield message;
      }
      progress.retryMs = parser.retryMs ?? progress.retryMs;
    }
    if (!isBegun) throw connectionFailure(new Error('the stream ended before it began'));
  } finally {
    silence.end();
  }
}

async function openStream(
  settings: Settings,
  lastEventId: string,
  seconds: number | undefined,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array> | undefined> {
  const request = requestOf(settings, 'GET /stream', { query: { seconds } });
  const position = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
  const headers = { ...request.headers, accept: 'text/event-stream', ...position };
  const response = await fetchWith(settings, { ...request, headers }, signal);
  await refuseFailure(response);
  if (!typeOf(response).startsWith('text/event-stream')) throw unexpectedReply(response);
  return response.body?.getReader();
}

function messageIn({ id, event, data }: ParsedBlock): StreamMessage | null {
  if (data === null) return null;
  return { id, event, data: JSON.parse(data) } as StreamMessage; // as the contract describes it; newer servers may send more
}

/** Breaks off a connection that says nothing while it is read, one that its reader left, and one whose caller gave up. */
function silenceLimit(given: AbortSignal | undefined) {
  const controller = new AbortController();
  const breakOff = () => controller.abort(given?.reason);
  given?.addEventListener('abort', breakOff, { once: true });
  return {
    signal: controller.signal,
    async during<T>(work: () => Promise<T>): Promise<T> {
      const timer = setTimeout(breakOff, maxSilenceMs);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },
    end() {
      given?.removeEventListener('abort', breakOff);
      controller.abort();
    },
  };
}
