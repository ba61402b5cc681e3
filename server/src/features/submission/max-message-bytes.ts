import type { Config } from '#platform/config';
import { limits } from '#pure/limits';

/** Files in base64 with line ends, text and HTML in any encoding, and headers. The limits of a send are checked later. */
export const maxMessageBytes = ({ MAX_ATTACHMENT_BYTES: files }: Config): number =>
  Math.ceil(files * (4 / 3) * (78 / 76)) + 4 * limits.htmlBytes + limits.submittedHeaderBytes;
