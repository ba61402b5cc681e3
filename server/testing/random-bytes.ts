/** Pseudo-random changes: the same seed gives the same changes. */
export interface RandomBytes {
  below(limit: number): number;
  /** A copy with one to eight changes: bytes changed, removed, doubled or inserted, ends cut off, lines moved. */
  mutated(bytes: Buffer): Buffer;
}

export function makeRandom(seed: number): RandomBytes {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * Math.max(1, limit));
  const changes: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => {
      const copy = Buffer.from(bytes);
      copy[below(copy.length)] = below(256);
      return copy;
    },
    (bytes) => {
      const from = below(bytes.length);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + below(40))]);
    },
    (bytes) => {
      const from = below(bytes.length);
      const part = bytes.subarray(from, from + below(200));
      return Buffer.concat([bytes.subarray(0, from), part, part, bytes.subarray(from + part.length)]);
    },
    (bytes) => {
      const from = below(bytes.length);
      const filling = Buffer.alloc(below(30), below(256));
      return Buffer.concat([bytes.subarray(0, from), filling, bytes.subarray(from)]);
    },
    (bytes) => bytes.subarray(0, below(bytes.length)),
    (bytes) => {
      const lines = bytes.toString('latin1').split('\n');
      const [line = ''] = lines.splice(below(lines.length), 1);
      lines.splice(below(lines.length), 0, line);
      return Buffer.from(lines.join('\n'), 'latin1');
    },
  ];
  return {
    below,
    mutated(bytes) {
      let changed: Buffer = bytes;
      for (let left = 1 + below(8); left > 0; left -= 1) changed = changes[below(changes.length)]?.(changed) ?? changed;
      return changed;
    },
  };
}
