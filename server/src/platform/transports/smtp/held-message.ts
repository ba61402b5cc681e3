import { Readable } from 'node:stream';

const blockBytes = 64 * 1024;

/**
 * The message as a stream that does not end by itself: the SMTP client writes the final dot when the stream ends.
 * `onBlock` is called whenever the client has taken a block.
 */
export class HeldMessage extends Readable {
  readonly #message: Buffer;
  readonly #onBlock: () => void;
  #offset = 0;
  #isReleased = false;
  #whenDrained: () => void = () => {};
  /** Settles when the client has taken every byte. */
  readonly drained: Promise<void> = new Promise((resolve) => {
    this.#whenDrained = resolve;
  });

  constructor(message: Buffer, onBlock: () => void) {
    super({ highWaterMark: blockBytes });
    this.#message = message;
    this.#onBlock = onBlock;
  }

  override _read(): void {
    this.#onBlock();
    if (this.#offset < this.#message.length) {
      const block = this.#message.subarray(this.#offset, this.#offset + blockBytes);
      this.#offset += block.length;
      this.push(block);
      return;
    }
    this.#whenDrained();
    if (this.#isReleased) this.push(null);
  }

  /** Ends the stream, and with it the message. */
  release(): void {
    this.#isReleased = true;
    this.push(null);
  }
}
