/**
 * The beginning of a message, cut after a whole line. Parsers work line by line, so lines cost more than bytes: a
 * megabyte of line breaks would block a process for half a minute.
 */
export function firstLines(raw: Uint8Array, maxLines: number, maxBytes: number): Uint8Array {
  let lines = 0;
  let end = 0;
  while (lines < maxLines) {
    const next = raw.indexOf(10, end);
    if (next < 0) return raw.length <= maxBytes ? raw : raw.subarray(0, maxBytes);
    if (next >= maxBytes) return raw.subarray(0, end > 0 ? end : maxBytes);
    end = next + 1;
    lines += 1;
  }
  return raw.subarray(0, end);
}
