import type { Address, Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { normaliseAddress } from '#pure/addresses';
import { isStoredInstant } from '#pure/instants';
import { emailIdOf, firstLines } from '#pure/message';

/** An incoming mail, as far as the event about it needs it. */
export interface IncomingMail {
  /** The author's address in its stored form; null when there is no usable one. */
  readonly from: string | null;
  readonly fromHeader: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly date: Date | null;
  readonly text: string | null;
  readonly isCut: boolean;
  /** From a program, a mailing list or an auto-reply: no reply may be sent to it. */
  readonly isAutomatic: boolean;
  /** A delivery or feedback report, written by a mail server. */
  readonly isReport: boolean;
}

/** The text parts come first in a mail; attachments after them are not parsed. */
const maxLines = 5_000;
const maxBytes = 1_048_576;

/** Never throws: a mail that cannot be read has empty fields. */
export async function readMail(raw: Buffer): Promise<IncomingMail> {
  const beginning = firstLines(raw, maxLines, maxBytes);
  try {
    const email = await PostalMime.parse(beginning, { maxNestingDepth: 20, maxHeadersSize: 131_072 });
    return { ...mailOf(email), isCut: beginning.length < raw.length };
  } catch {
    return { ...mailOf({ headers: [], headerLines: [], attachments: [] }), isCut: false };
  }
}

function mailOf(email: Email): Omit<IncomingMail, 'isCut'> {
  const header = (name: string): string => email.headers.find(({ key }) => key === name)?.value.trim() ?? '';
  const sender = [email.from, ...(email.replyTo ?? [])].flatMap((one) => (one?.address ? [one.address] : []))[0] ?? '';
  const date = new Date(header('date'));
  const text = email.text?.trim() || plain(email.html ?? '');
  return {
    from: normaliseAddress(sender),
    fromHeader: shown(email.from) || header('from'),
    to: (email.to ?? []).flatMap((one) => (one.address ? [one.address] : [])),
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
    date: isStoredInstant(date) ? date : null,
    text: text === '' ? null : text,
    isAutomatic: isAutomatic(header) || emailIdOf(email.messageId ?? '') !== null, // the last: a mail of our own
    isReport: /^multipart\/report\b/i.test(header('content-type')) || daemons.test(sender),
  };
}

const daemons = /^(?:mailer-daemon|postmaster|bounces?|double-bounce)(?:[+-][^@]*)?@/i;

/** RFC 3834, and the headers that lists and older programs write instead. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').toLowerCase();
  if (submitted !== '' && !submitted.startsWith('no')) return true;
  if (/^(?:bulk|junk|list|auto.?reply)\b/i.test(header('precedence'))) return true;
  return ['x-autoreply', 'x-autorespond', 'list-id', 'feedback-id'].some((name) => header(name) !== '');
}

const shown = (one: Address | undefined): string => {
  if (!one?.address) return '';
  return one.name ? `${one.name} <${one.address}>` : one.address;
};

/** The text of a mail that has no text part. */
const plain = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]{0,200}>/gi, '\n')
    .replace(/<(?:style|script)\b[^<>]{0,500}>[^<]{0,100000}<\//gi, '<')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s{0,100}\n/g, '\n')
    .trim();
