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

/** A revoked credential ends its streams within five seconds (D-1046): look-ups come well within, and this is how often time is looked at. */
const tickMs = 500;
const lookUpEveryMs = 1_000;
/**
 * What a look-up says was the case when it began. Streams end when the last one that had an answer began so long ago; their readers
 * continue when they are let in again.
 */
const uncheckedMs = 4_000;
/** So long a look-up is waited for in any case: a process that stood still ends no stream before it has looked. */
const minWaitMs = 400;

/**
 * The open streams of a process: so many of a project and in all, each with so many bytes that its reader has not taken. One ends with its
 * credential, after its time, and when the process stops. All of them cost one look-up in a second.
 */
export class OpenStreams {
  readonly #identity: Identity;
  readonly #stopping: AbortSignal;
  readonly #log: Logger;
  readonly #streams = new Set<HeldStream>();
  #timer: NodeJS.Timeout | undefined;
  /** Changes when streams are opened after there were none: a look-up of earlier ones says nothing about them. */
  #generation = 0;
  #isChecking = false;
  /** When the last look-up began that had an answer. */
  #checkedAt = 0;
  /** When the last look-up began. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** When the first look-up began that has had no answer; null: the last one had. */
  #unansweredSince: number | null = null;

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
    this.#timer ??= this.#begin();
    return stream;
  }

  #begin(): NodeJS.Timeout {
    this.#checkedAt = performance.now();
    this.#lookedAt = this.#checkedAt;
    this.#unansweredSince = null;
    this.#generation += 1;
    this.#isChecking = false;
    return setInterval(() => void this.#tick(), tickMs);
  }

  #forget(stream: HeldStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #tick(): Promise<void> {
    const now = performance.now();
    const isUnchecked = now > this.#checkedAt + uncheckedMs && now > (this.#unansweredSince ?? now) + minWaitMs;
    for (const stream of this.#streams) if (isUnchecked || now >= stream.endsAtMs) stream.end();
    if (this.#isChecking || now < this.#lookedAt + lookUpEveryMs || this.#streams.size === 0) return;
    await this.#lookUp(now);
  }

  async #lookUp(now: number): Promise<void> {
    const generation = this.#generation;
    this.#isChecking = true;
    this.#lookedAt = now;
    this.#unansweredSince ??= now;
    const ended = await this.#findEnded();
    if (generation !== this.#generation) return;
    this.#isChecking = false;
    if (!ended) return;
    this.#checkedAt = now;
    this.#unansweredSince = null;
    for (const stream of this.#streams) if (ended.has(stream.credential)) stream.end();
  }

  /** Null when they could not be looked up. */
  async #findEnded(): Promise<ReadonlySet<HeldCredential> | null> {
    try {
      return await this.#identity.findEnded([...this.#streams].map(({ credential }) => credential));
    } catch (error) {
      this.#log.debug({ error }, 'callers of streams could not be looked up');
      return null;
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
