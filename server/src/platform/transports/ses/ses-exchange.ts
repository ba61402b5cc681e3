import type { SesLink } from './ses-links.ts';

/** One request whose last byte is held back. Passed to the request handler as an option of the SDK's call. */
export interface SesExchange {
  /** Ends it while it is held. */
  readonly abortSignal: AbortSignal;
  /** Settles when the last byte may leave. */
  readonly released: Promise<void>;
  /** The service has all but the last byte. */
  onHeld(link: SesLink): void;
  /** The last byte is sent now: from here on the service may have accepted the mail, and not before. */
  onWhole(): void;
}

/** The exchange as the caller controls it. */
export interface HeldExchange {
  readonly exchange: SesExchange;
  readonly held: Promise<SesLink>;
  readonly isWhole: boolean;
  release(): void;
  stop(): void;
}

export function makeExchange(signal: AbortSignal): HeldExchange {
  const held = Promise.withResolvers<SesLink>();
  const released = Promise.withResolvers<void>();
  const stop = new AbortController();
  let isWhole = false;
  return {
    exchange: {
      abortSignal: AbortSignal.any([signal, stop.signal]),
      released: released.promise,
      onHeld: held.resolve,
      onWhole() {
        isWhole = true;
      },
    },
    held: held.promise,
    get isWhole() {
      return isWhole;
    },
    release: () => released.resolve(),
    stop: () => stop.abort(),
  };
}
