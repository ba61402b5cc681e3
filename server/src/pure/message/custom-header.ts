import { limits } from '#pure/limits';

export interface HeaderProblem {
  /** The codes of validation items (contract/00, section 9). */
  readonly code: 'custom' | 'invalid_string' | 'too_big';
  readonly message: string;
}

/** Names that are set by us or by the transport (D-613); a star matches any ending. */
const refused = [
  'from',
  'to',
  'cc',
  'bcc',
  'sender',
  'subject',
  'date',
  'message-id',
  'return-path',
  'received',
  'resent-*',
  'dkim-signature',
  'arc-*',
  'authentication-results',
  'mime-version',
  'content-*',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'x-ses-*',
  'x-postrider-*',
] as const;

const printable = /^[\x21-\x39\x3b-\x7e]+$/;
const { headerNameCharacters: longestName, headerValueCharacters: longestValue } = limits;

/** What is wrong with a header that a caller sets on a mail, or null. All callers use this check. */
export function headerProblem(name: string, value: string): HeaderProblem | null {
  if (name.length > longestName || !printable.test(name)) {
    return {
      code: 'invalid_string',
      message: `A header name is 1 to ${longestName} printable ASCII characters without colon or space.`,
    };
  }
  if (isReservedHeader(name)) return { code: 'custom', message: `${name} cannot be set by the caller.` };
  if (/[^\P{Cc}\t]|[\u2028\u2029]/u.test(value)) {
    return { code: 'invalid_string', message: 'A header value is one line without control characters.' };
  }
  if (value.length > longestValue) {
    return { code: 'too_big', message: `A header value is at most ${longestValue} characters.` };
  }
  return null;
}

export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return refused.some((entry) => (entry.endsWith('*') ? lower.startsWith(entry.slice(0, -1)) : lower === entry));
}
