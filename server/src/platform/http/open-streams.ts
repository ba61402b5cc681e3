import { Readable } from 'node:stream';
import type { HeldCredential, Identity } from '#platform/identity';
import type { Logger } from '#platform/log';
import { limits } from '#pure/limits';
import { Overloaded, TooManyStreams, Unavailable } from './refusals.ts';

/** A reply that stays open, as its route sees it. */
export interface OpenStream {
  /** Sends a part. A reader that leaves too much unread loses the connection. */
  send(part: Buffer | string): void;
  end(): void;
  /** Aborts when it has ended, on either side. */
  readonly closed: AbortSignal;
}

interface HeldStream extends OpenStream {
  readonly body: Readable;
  readonly credential: HeldCredential;
  readonly endsAtMs: number;
}

/** Well within the five seconds in which a revoked credential ends its streams (D-1046). */
const checkEveryMs = 2_000;
/** Streams whose callers could not be looked up for so long end; their readers continue when they are let in again. */
const uncheckedMs = 4_000;

/**
 * The open streams of a process: so many of a project and in all, each with so many bytes that its reader has not taken. One ends with its
 * credential, after its time, and when the process stops. All of them cost one look-up in two seconds.
 */
export class OpenStreams {
  readonly #identity: Identity;
  readonly #stopping: AbortSignal;
  readonly #log: Logger;
  readonly #streams = new Set<HeldStream>();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  /** When the first look-up began that has had no answer; null: the last one had. */
  #uncheckedSince: number | null = null;

  constructor(identity: Identity, stopping: AbortSignal, log: Logger) {
    this.#identity = identity;
    this.#stopping = stopping;
    this.#log = log;
    stopping.addEventListener('abort', () => {
      for (const stream of this.#streams) stream.end();
    });
  }

  get size(): number {
    return this.#streams.size;
  }

  open(credential: HeldCredential): HeldStream {
    if (this.#stopping.aborted) throw Unavailable();
    if (this.#streams.size >= limits.streamsPerProcess) throw Overloaded('streams', 5);
    const ofProject = [...this.#streams].filter((each) => each.credential.projectId === credential.projectId);
    if (ofProject.length >= limits.streamsPerProject) throw TooManyStreams();
    const stream = streamOf(credential);
    this.#streams.add(stream);
    stream.closed.addEventListener('abort', () => this.#forget(stream));
    this.#timer ??= setInterval(() => void this.#check(), checkEveryMs);
    return stream;
  }

  #forget(stream: HeldStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#uncheckedSince = null;
  }

  async #check(): Promise<void> {
    const now = performance.now();
    const isUnchecked = this.#uncheckedSince !== null && now > this.#uncheckedSince + uncheckedMs;
    for (const stream of this.#streams) if (isUnchecked || now > stream.endsAtMs) stream.end();
    if (this.#isChecking || this.#streams.size === 0) return;
    this.#isChecking = true;
    this.#uncheckedSince ??= now;
    try {
      const ended = await this.#identity.findEnded([...this.#streams].map(({ credential }) => credential));
      this.#uncheckedSince = null;
      for (const stream of this.#streams) if (ended.has(stream.credential)) stream.end();
    } catch (error) {
      this.#log.debug({ error }, 'callers of streams could not be looked up');
    } finally {
      this.#isChecking = false;
    }
  }
}

function streamOf(credential: HeldCredential): HeldStream {
  const body = new Readable({ read() {} });
  const closing = new AbortController();
  let isEnding = false;
  body.once('close', () => closing.abort());
  return {
    body,
    credential,
    endsAtMs: performance.now() + limits.streamSeconds * 1_000,
    closed: closing.signal,
    send(part) {
      if (isEnding || body.destroyed) return;
      body.push(part);
      if (body.readableLength > limits.streamBytesUnread) body.destroy();
    },
    end() {
      if (isEnding) return;
      isEnding = true;
      // What the reader has not taken yet would keep the connection open.
      if (body.readableLength > 0 && body.readableFlowing === false) body.destroy();
      else body.push(null);
    },
  };
}
