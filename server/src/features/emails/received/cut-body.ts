const mostBytes = 65_536;

/** At most 64 KB in UTF-8, cut between characters. */
export function cutBody(text: string): { text: string; isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return { text, isCut: false };
  let end = mostBytes;
  while (end > 0 && isInside(bytes[end])) end -= 1;
  return { text: bytes.toString('utf8', 0, end), isCut: true };
}

/** A byte of a character that began before it. */
const isInside = (byte = 0): boolean => (byte & 0xc0) === 0x80;
