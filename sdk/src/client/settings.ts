import { startTimer } from './timer.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** What every client takes. */
export interface ClientOptions {
  /** Where the instance is: `https://mail.example.com`. */
  readonly baseUrl: string | undefined;
  /** How long one attempt may take; 60 s unless given, `Infinity` for no limit. */
  readonly timeoutMs?: number;
  /** How often a call is repeated at most; 2 unless given. */
  readonly maxRetries?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global `fetch`. */
  readonly fetch?: Fetch;
  /** Instead of a timer, for tests. */
  readonly sleep?: Sleep;
}

/** What every call takes, as its last argument. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
}

/** What the calls take that the API accepts once for each key: `send` and `track`. */
export interface KeyedOptions extends CallOptions {
  /** 1 to 255 characters; made by the client unless given. Give your own if your program may run the same step twice. */
  readonly idempotencyKey?: string;
}

export interface Settings {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly sleep: Sleep;
}

export function settingsOf(options: ClientOptions, credentials: Readonly<Record<string, string>>): Settings {
  const { baseUrl, timeoutMs = 60_000, maxRetries = 2, headers, sleep = pause } = options;
  if (baseUrl === undefined) throw new TypeError('baseUrl is missing: the address of your Postrider instance');
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    timeoutMs,
    maxRetries,
    headers: { ...credentials, ...headers },
    // Why not the function itself: browsers refuse a fetch that is called as a method of another object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    sleep,
  };
}

/** Ends early, with the signal's reason, when the caller gives up. */
async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = startTimer(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}
