/**
 * The beginning of a message, cut behind a whole line. Parsers work line by line, so lines cost more than bytes: a
 * megabyte of line breaks would hold up a process for half a minute.
 */
export function firstLines(raw: Uint8Array, mostLines: number, mostBytes: number): Uint8Array {
  let lines = 0;
  let end = 0;
  while (lines < mostLines) {
    const next = raw.indexOf(10, end);
    if (next < 0) return raw.length <= mostBytes ? raw : raw.subarray(0, mostBytes);
    if (next >= mostBytes) return raw.subarray(0, end > 0 ? end : mostBytes);
    end = next + 1;
    lines += 1;
  }
  return raw.subarray(0, end);
}
