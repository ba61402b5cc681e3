/** An identifier cut in the middle: `0197f3a2…b41e`. Short ones stay whole. */
export function shortened(identifier: string, head = 8, tail = 4): string {
  if (identifier.length <= head + tail + 3) return identifier;
  return `${identifier.slice(0, head)}…${identifier.slice(-tail)}`;
}
