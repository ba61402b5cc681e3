import type { Config } from '#platform/config';
import { type FieldProblem, Invalid } from '#platform/refusals';
import type { RenderedMail } from '#platform/rendering';
import { limits } from '#pure/limits';
import type { SendRequest } from './send-body.ts';

const megabyte = 1_048_576;

/** Checks the limits on files, which are settings, and the limit on the whole message (D-615). */
export function checkSizes(config: Config, { attachments = [], body = '' }: SendRequest): void {
  const { MAX_ATTACHMENTS, MAX_ATTACHMENT_BYTES } = config;
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  const problems: FieldProblem[] = [];
  if (attachments.length > MAX_ATTACHMENTS) problems.push(tooBig(`At most ${MAX_ATTACHMENTS} entries.`));
  if (bytes > MAX_ATTACHMENT_BYTES) problems.push(filesTooBig(MAX_ATTACHMENT_BYTES));
  // base64 in lines of 76 characters; the body is there as HTML and as text.
  if (bytes * (4 / 3) * (78 / 76) + 2 * Buffer.byteLength(body) > limits.messageBytes) {
    problems.push(tooBig('The whole message is at most 40 MB.'));
  }
  if (problems.length > 0) throw Invalid(problems);
}

export const filesTooBig = (max: number): FieldProblem =>
  tooBig(`All files together are at most ${Math.floor(max / megabyte)} MB.`);

/**
 * The largest request whose files can be within the limit: base64 with line ends written as `\r\n`, and 2 MB of HTML with
 * every character escaped. Larger requests are not read at all.
 */
export const rawBytesFor = (fileBytes: number): number => Math.ceil(fileBytes * (4 / 3) * (80 / 76)) + 13 * megabyte;

/** The check that is possible before rendering: a body without template language is not changed by it. */
export function checkFanOut(body: string, recipients: number): void {
  const isBare = !body.includes('{{') && !body.includes('{%');
  if (isBare && Buffer.byteLength(body) * recipients > limits.renderedBytesPerSend) throw tooManyCopies();
}

/** Rendering stops at the limit; then there are fewer mails than recipients. */
export function checkRendered(mails: readonly RenderedMail[], recipients: number): void {
  const bytes = mails.reduce((sum, { body }) => sum + Buffer.byteLength(body ?? ''), 0);
  if (mails.length < recipients || bytes > limits.renderedBytesPerSend) throw tooManyCopies();
}

const tooManyCopies = () => {
  const message = 'All rendered bodies of a request are at most 16 MB together; send to fewer recipients at a time.';
  return Invalid([{ field: 'to', code: 'too_big', message }]);
};

const tooBig = (message: string): FieldProblem => ({ field: 'attachments', code: 'too_big', message });
