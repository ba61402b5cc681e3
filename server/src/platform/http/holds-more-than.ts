/** What a JSON body may contain. */
export interface BodyLimits {
  readonly values: number;
  readonly depth: number;
  /** Bytes of everything but strings. */
  readonly outsideTextBytes: number;
}

const quote = 34;
const comma = 44;
const backslash = 92;
const [openList, closeList] = [91, 93];
const [openObject, closeObject] = [123, 125];

/**
 * Whether a JSON text has more values (counted by opening brackets, commas and strings) or is nested deeper than the limits,
 * before it is parsed. One pass over the bytes that skips long strings. The result is meaningless for bytes that are no JSON.
 */
export function holdsMoreThan(bytes: Buffer, max: BodyLimits): boolean {
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
    if (values > max.values || depth > max.depth || outside > max.outsideTextBytes) return true;
  }
  return false;
}

/** The end of the string that begins here: the next quotation mark that is not escaped. */
function endOfText(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(quote, start + 1);
  if (end === -1) return bytes.length;
  if (bytes[end - 1] !== backslash) return end;
  // Why byte by byte: a string full of escaped quotation marks would need one call of indexOf for each of them.
  for (let at = start + 1; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return bytes.length;
}
