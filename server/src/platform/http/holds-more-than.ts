/** What a JSON body may hold. */
export interface BodyLimits {
  readonly values: number;
  readonly depth: number;
  /** Bytes of everything but texts. */
  readonly outsideTextBytes: number;
}

const quote = 34;
const comma = 44;
const backslash = 92;
const [openList, closeList] = [91, 93];
const [openObject, closeObject] = [123, 125];

/**
 * Whether a JSON text holds more values than that, counted by openings, commas and texts, or is nested deeper, before anything
 * is made of it. One pass over the bytes that leaps over long texts. Says nothing of bytes that are no JSON.
 */
export function holdsMoreThan(bytes: Buffer, most: BodyLimits): boolean {
  let values = 1;
  let depth = 0;
  let outside = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at];
    outside += 1;
    if (code === quote) {
      values += 1;
      at = endOfText(bytes, at);
    } else if (code === comma) values += 1;
    else if (code === openList || code === openObject) {
      values += 1;
      depth += 1;
    } else if (code === closeList || code === closeObject) depth -= 1;
    if (values > most.values || depth > most.depth || outside > most.outsideTextBytes) return true;
  }
  return false;
}

/** Where the text that begins here ends: at the next quotation mark that is not escaped. */
function endOfText(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(quote, start + 1);
  if (end === -1) return bytes.length;
  if (bytes[end - 1] !== backslash) return end;
  // Why byte by byte: a text full of escaped marks would make a call for each of them.
  for (let at = start + 1; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return bytes.length;
}
