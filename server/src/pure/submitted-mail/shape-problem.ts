import { limits } from '#pure/limits';
import { everyLine } from '#pure/message';

const hyphen = 0x2d;

/**
 * What keeps a message from being taken apart, or null. Why before it is: the parser pays for each line and each part, and a
 * message of line breaks alone would need a thousand times its size.
 */
export function shapeProblem(raw: Uint8Array): string | null {
  let parts = 0;
  let problem: string | null = null;
  everyLine(raw, ({ start, end, number, isHeader }) => {
    if (raw[start] === hyphen && raw[start + 1] === hyphen) parts += 1;
    if (number > limits.submittedLines) problem = `A message has at most ${limits.submittedLines} lines.`;
    else if (end - start > limits.submittedLineBytes)
      problem = `A line has at most ${limits.submittedLineBytes} bytes.`;
    else if (parts > limits.submittedParts) problem = `A message has at most ${limits.submittedParts} parts.`;
    else if (isHeader && end > limits.submittedHeaderBytes) problem = 'The header is too large.';
    return problem === null;
  });
  return problem;
}
