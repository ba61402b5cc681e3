/** A body as it is read best: JSON with its lines, everything else as it came. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // one that was cut is no JSON any more
  }
}
