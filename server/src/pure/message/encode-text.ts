import { isAscii } from 'node:buffer';

export interface EncodedText {
  readonly transferEncoding: '7bit' | 'quoted-printable' | 'base64';
  /** ASCII; its lines have at most 76 characters and are separated by CRLF. */
  readonly lines: Buffer;
}

const [tab, lf, cr, space, equals, tilde] = [0x09, 0x0a, 0x0d, 0x20, 0x3d, 0x7e];
const longestLine = 76;
const hexDigits = Buffer.from('0123456789ABCDEF');
/** 1 for each byte that quoted-printable writes as three characters wherever it stands; a cleaned text has no control characters. */
const escapes = Uint8Array.from({ length: 256 }, (_, byte) => (byte > tilde || byte === equals ? 1 : 0));
const isEscaped = (byte: number | undefined): boolean => escapes[byte ?? 0] === 1;
const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab;

/** A text that `cleanBodyText` has cleaned, as it may stand in a message (RFC 2045, 6). */
export function encodeText(text: string): EncodedText {
  const bytes = Buffer.from(text);
  const { lineBreaks, longest } = measureLines(bytes);
  if (longest <= longestLine && isAscii(bytes)) {
    return { transferEncoding: '7bit', lines: lineBreaks === 0 ? bytes : Buffer.from(withCrlf(text), 'latin1') };
  }
  const added = bytes.length - text.length; // one or two for each character outside of ASCII, which has up to twice as many bytes
  // Why not the shorter one: filters distrust a text in mostly Latin letters that is hidden in base64.
  if (added * 6 > bytes.length) return { transferEncoding: 'base64', lines: base64Lines(text) };
  const maxEscaped = 2 * added + countOf(equals, bytes);
  return { transferEncoding: 'quoted-printable', lines: quotedPrintable(bytes, maxEscaped, lineBreaks) };
}

function measureLines(bytes: Buffer): { lineBreaks: number; longest: number } {
  let [lineBreaks, longest, start] = [0, 0, 0];
  for (let end = bytes.indexOf(lf); end >= 0; end = bytes.indexOf(lf, start)) {
    lineBreaks += 1;
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return { lineBreaks, longest: Math.max(longest, bytes.length - start) };
}

function countOf(byte: number, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}

const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n');

/** Why CRLF inside, too: the line ends of a text are encoded with it (RFC 2045, 6.8). */
function base64Lines(text: string): Buffer {
  const encoded = Buffer.from(withCrlf(text)).toString('base64');
  return Buffer.from(encoded.replace(/.{76}(?=.)/g, '$&\r\n'), 'latin1');
}

/** RFC 2045, 6.7. White space at the end of a line is escaped, and a character is never split between lines. */
function quotedPrintable(bytes: Buffer, maxEscaped: number, lineBreaks: number): Buffer {
  const characters = bytes.length + 2 * (maxEscaped + lineBreaks + 1); // each line may end in white space
  // A soft break takes three characters, at the earliest after 64 others: the twelve of one character stay together.
  const written = Buffer.allocUnsafe(characters + lineBreaks + 3 * Math.ceil(characters / 64));
  let end = 0;
  for (let start = 0; start <= bytes.length; ) {
    const next = bytes.indexOf(lf, start);
    const stop = next < 0 ? bytes.length : next;
    end = writeLine(bytes.subarray(start, stop), written, end);
    if (next >= 0) {
      written[end++] = cr;
      written[end++] = lf;
    }
    start = stop + 1;
  }
  return written.subarray(0, end);
}

/** Writes one line of the text as one or several of the message; returns where they end. */
function writeLine(line: Buffer, written: Buffer, from: number): number {
  const plainEnd = isBlank(line[line.length - 1]) ? line.length - 1 : line.length;
  let [end, column, at] = [from, 0, 0];
  while (at < line.length) {
    const room = longestLine - column;
    const run = plainRun(line, at, Math.min(plainEnd, at + room));
    // A line that goes on needs its last column for the sign of the soft break.
    const count = at + run === line.length ? run : Math.min(run, room - 1);
    line.copy(written, end, at, at + count);
    at += count;
    end += count;
    column += count;
    if (at === line.length) break;
    const width = at === plainEnd || isEscaped(line[at]) ? bytesOfCharacter(line[at]) : 0;
    const isLast = at + width === line.length;
    if (width > 0 && column + 3 * width <= longestLine - (isLast ? 0 : 1)) {
      for (const byte of line.subarray(at, at + width)) {
        written[end++] = equals;
        written[end++] = hexDigits[byte >> 4] ?? 0;
        written[end++] = hexDigits[byte & 15] ?? 0;
      }
      at += width;
      column += 3 * width;
      continue;
    }
    written[end++] = equals;
    written[end++] = cr;
    written[end++] = lf;
    column = 0;
  }
  return end;
}

/** How many bytes from here on, up to `max`, stand for themselves. */
function plainRun(line: Buffer, from: number, max: number): number {
  let at = from;
  while (at < max && !isEscaped(line[at])) at += 1;
  return at - from;
}

/** By its first byte. */
function bytesOfCharacter(byte = 0): number {
  if (byte < 0x80) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
