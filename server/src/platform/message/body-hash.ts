import { createHash } from 'node:crypto';

/** The size of the pieces of a large body; the event loop runs other work between them. */
const pieceBytes = 512 * 1024;

/** The hash of a body in relaxed form (RFC 6376, 3.4.4). */
export async function bodyHash(body: Buffer): Promise<string> {
  const hash = createHash('sha256');
  const end = endOfText(body);
  for (let start = 0; start < end; ) {
    const next = endOfPiece(body, start, end);
    hash.update(relaxed(body.toString('latin1', start, next)), 'latin1');
    start = next;
    if (start < end) await new Promise((resolve) => setImmediate(resolve));
  }
  if (end > 0) hash.update('\r\n');
  return hash.digest('base64');
}

/** Blank lines at the end do not count, nor does white space before them. */
function endOfText(body: Buffer): number {
  let end = body.length;
  while (end > 0 && [0x0d, 0x0a, 0x20, 0x09].includes(body[end - 1] ?? 0)) end -= 1;
  return end;
}

/** A piece ends with a line, so that white space around a line break is never split. */
function endOfPiece(body: Buffer, start: number, end: number): number {
  const line = body.indexOf('\r\n', start + pieceBytes);
  return line < 0 || line + 2 > end ? end : line + 2;
}

const relaxed = (text: string): string => text.replace(/[ \t]{2,}|\t/g, ' ').replaceAll(' \r\n', '\r\n');
