import { everyLine } from '#pure/message';

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
  let signatures = 0;
  return everyLine(raw, ({ start, end, number, isHeader }) => {
    if (end - start > longestLine || number > maxLines) return false;
    if (!isHeader) return true;
    if (/^dkim-signature\s*:/i.test(raw.toString('latin1', start, Math.min(end, start + 20)))) signatures += 1;
    return end <= maxHeaderBytes && number <= maxHeaderLines && signatures <= maxSignatures;
  });
}
