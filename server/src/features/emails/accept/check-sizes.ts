import type { Config } from '#platform/config';
import { Invalid } from '#platform/refusals';
import type { SendRequest } from './send-body.ts';

const megabyte = 1_048_576;
const mostMessage = 40 * megabyte;

/** The limits on files that are settings, and the one on the whole message (D-615). */
export function checkSizes(config: Config, { attachments = [], body = '' }: SendRequest): void {
  const { MAX_ATTACHMENTS, MAX_ATTACHMENT_BYTES } = config;
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (attachments.length > MAX_ATTACHMENTS) throw tooBig(`At most ${MAX_ATTACHMENTS} entries.`);
  if (bytes > MAX_ATTACHMENT_BYTES) {
    throw tooBig(`All files together are at most ${Math.floor(MAX_ATTACHMENT_BYTES / megabyte)} MB.`);
  }
  // base64 in lines of 76 characters; of the body there are two parts.
  if (bytes * (4 / 3) * (78 / 76) + 2 * Buffer.byteLength(body) > mostMessage) {
    throw tooBig('The whole message is at most 40 MB.');
  }
}

const tooBig = (message: string) => Invalid([{ field: 'attachments', code: 'too_big', message }]);
