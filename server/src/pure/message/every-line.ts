/** One line of a message. */
export interface MessageLine {
  readonly start: number;
  /** Behind its last byte, before the line feed. */
  readonly end: number;
  /** From 1. */
  readonly number: number;
  /** In the header of the message, or the empty line that ends it. */
  readonly isHeader: boolean;
}

/** Whether a rule holds for all lines of a message; looks no further than the first for which it does not. */
export function everyLine(raw: Uint8Array, holds: (line: MessageLine) => boolean): boolean {
  let isHeader = true;
  for (let start = 0, number = 1; start < raw.length; number += 1) {
    const next = raw.indexOf(10, start);
    const end = next < 0 ? raw.length : next;
    if (!holds({ start, end, number, isHeader })) return false;
    if (isHeader && isBlank(raw, start, end)) isHeader = false;
    start = end + 1;
  }
  return true;
}

function isBlank(raw: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = raw[at];
    if (byte !== 13 && byte !== 32 && byte !== 9) return false;
  }
  return true;
}
