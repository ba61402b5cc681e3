import type { Config } from '#platform/config';
import type { FieldProblem } from '#platform/refusals';
import { Invalid } from '#platform/refusals';
import type { RenderedMail } from '#platform/rendering';
import type { SendRequest } from './send-body.ts';

const megabyte = 1_048_576;
export const maxMessageBytes = 40 * megabyte;

/** The limits on files that are settings, and the one on the whole message (D-615). */
export function checkSizes(config: Config, { attachments = [], body = '' }: SendRequest): void {
  const { MAX_ATTACHMENTS, MAX_ATTACHMENT_BYTES } = config;
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  const problems: FieldProblem[] = [];
  if (attachments.length > MAX_ATTACHMENTS) problems.push(tooBig(`At most ${MAX_ATTACHMENTS} entries.`));
  if (bytes > MAX_ATTACHMENT_BYTES) problems.push(filesTooBig(MAX_ATTACHMENT_BYTES));
  // base64 in lines of 76 characters; of the body there are two parts.
  if (bytes * (4 / 3) * (78 / 76) + 2 * Buffer.byteLength(body) > maxMessageBytes) {
    problems.push(tooBig('The whole message is at most 40 MB.'));
  }
  if (problems.length > 0) throw Invalid(problems);
}

export const filesTooBig = (most: number): FieldProblem =>
  tooBig(`All files together are at most ${Math.floor(most / megabyte)} MB.`);

/**
 * The largest request whose files can be small enough: base64 in lines whose ends are written as `\r\n`, and 2 MB of HTML with
 * every character escaped. More is not read at all.
 */
export const rawBytesFor = (fileBytes: number): number => Math.ceil(fileBytes * (4 / 3) * (80 / 76)) + 13 * megabyte;

/**
 * HTML that the mails of one request may hold together; a text part is no longer than it. A newsletter of 100 KB to 100 recipients fits; a larger one
 * goes to fewer at a time. Why: every recipient's copy is held until all are written.
 */
export const mostRenderedBytes = 16 * megabyte;

/** What can be told before rendering: a body without template language comes out as it went in. */
export function checkFanOut(body: string, recipients: number): void {
  const isBare = !body.includes('{{') && !body.includes('{%');
  if (isBare && Buffer.byteLength(body) * recipients > mostRenderedBytes) throw tooManyCopies();
}

/** Rendering stops when it has made too much; then there are fewer mails than recipients. */
export function checkRendered(mails: readonly RenderedMail[], recipients: number): void {
  const bytes = mails.reduce((sum, { body }) => sum + Buffer.byteLength(body ?? ''), 0);
  if (mails.length < recipients || bytes > mostRenderedBytes) throw tooManyCopies();
}

const tooManyCopies = () => {
  const message = 'All rendered bodies of a request are at most 16 MB together; send to fewer recipients at a time.';
  return Invalid([{ field: 'to', code: 'too_big', message }]);
};

const tooBig = (message: string): FieldProblem => ({ field: 'attachments', code: 'too_big', message });
