import { hash } from 'node:crypto';

const newline = 10;
const bits = 64;

/** Rows and their checksum. The order of the rows does not count: a restored table may have another. */
export class RowSum {
  rows = 0;
  #sum = 0n;

  add(line: Buffer): void {
    this.rows += 1;
    this.#sum = BigInt.asUintN(bits, this.#sum + hash('sha256', line, 'buffer').readBigUInt64LE(0));
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(bits / 4, '0');
  }
}

/** The lines of a text that ends with a line end. */
export function* linesOf(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(newline, start) + 1;
    if (end === 0) throw new Error('a line without an end');
    yield text.subarray(start, end);
    start = end;
  }
}
