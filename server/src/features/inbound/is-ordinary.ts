const longestLine = 10_000;
const maxLines = 200_000;
const maxHeaderBytes = 131_072;
const maxHeaderLines = 2_000;
const maxSignatures = 5;

/**
 * Whether a message has a shape that mail servers send. Authenticating one costs time for each line and each signature, and far
 * more for very long lines; ten hostile megabytes would block a process for seconds.
 */
export function isOrdinary(raw: Buffer): boolean {
  let lines = 0;
  let isHeader = true;
  let signatures = 0;
  for (let from = 0; from < raw.length; ) {
    const next = raw.indexOf(10, from);
    const end = next < 0 ? raw.length : next;
    lines += 1;
    if (end - from > longestLine || lines > maxLines) return false;
    if (isHeader) {
      const line = raw.toString('latin1', from, Math.min(end, from + 20));
      isHeader = line.trim() !== '' || end - from > 20;
      if (/^dkim-signature\s*:/i.test(line)) signatures += 1;
      if (end > maxHeaderBytes || lines > maxHeaderLines || signatures > maxSignatures) return false;
    }
    from = end + 1;
  }
  return true;
}
