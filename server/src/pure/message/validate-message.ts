import { isAscii } from 'node:buffer';
import { headerFieldsOf } from './header-fields.ts';

const [lf, cr] = [0x0a, 0x0d];
const longestLine = 998;

/** Each exactly once. */
const required = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'];
/** Set by servers, or not allowed in a mail to one recipient. */
const forbidden = ['cc', 'bcc', 'sender', 'return-path', 'received', 'resent-to', 'resent-from', 'resent-cc'];
const unfolded = ['list-unsubscribe', 'list-unsubscribe-post'];

/**
 * The last check of a message before it is sent (M9, M15): what is wrong with it, as text; empty when it may be sent.
 * `recipient` is the one address its `To` must name.
 */
export function messageProblems(message: Buffer, recipient: string): string[] {
  const problems = [...formProblems(message)];
  if (problems.length > 0) return problems; // what has no lines has no headers either
  const end = message.indexOf('\r\n\r\n');
  if (end < 0) return ['no blank line ends the header'];
  return headerProblems(message.subarray(0, end + 2), recipient);
}

/** Lines end in CRLF and in nothing else, are short enough, and hold neither NUL nor bytes above 127. */
function formProblems(message: Buffer): string[] {
  if (!isAscii(message)) return ['bytes outside ASCII'];
  if (message.includes(0)) return ['a zero byte'];
  let start = 0;
  for (let end = message.indexOf(lf); end >= 0; end = message.indexOf(lf, start)) {
    if (message[end - 1] !== cr) return [`a bare LF at byte ${end}`];
    if (message.indexOf(cr, start) !== end - 1) return [`a bare CR after byte ${start}`];
    if (end - 1 - start > longestLine) return [`a line of ${end - 1 - start} octets`];
    start = end + 1;
  }
  return start === message.length ? [] : ['the last line does not end in CRLF'];
}

function headerProblems(header: Buffer, recipient: string): string[] {
  const fields = headerFieldsOf(header);
  if (typeof fields === 'string') return [fields];
  const counts = Map.groupBy(fields, ({ name }) => name);
  const problems: string[] = [];
  for (const name of required) if (counts.get(name)?.length !== 1) problems.push(`not exactly one ${name}`);
  for (const name of forbidden) if (counts.has(name)) problems.push(`a ${name} header`);
  for (const name of unfolded) {
    const found = counts.get(name) ?? [];
    if (found.length > 1) problems.push(`more than one ${name}`);
    if (found.some(({ isFolded }) => isFolded)) problems.push(`a folded ${name}`);
  }
  const to = counts.get('to')?.[0]?.value ?? '';
  if (problems.length === 0 && addressIn(to) !== recipient) problems.push('To names another than the recipient');
  return problems;
}

/** The address of a To header that we composed: bare, or in angle brackets at its end. */
function addressIn(value: string): string | null {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '').trim();
  const bracketed = /^[^<>,;]*<([^<>\s,;]+)>$/.exec(bare);
  if (bracketed) return bracketed[1] ?? null;
  return /^[^<>\s,;]+$/.test(bare) ? bare : null;
}
