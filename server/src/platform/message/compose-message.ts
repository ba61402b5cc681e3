import MailComposer from 'nodemailer/lib/mail-composer';
import { domainOf, normaliseAddress } from '#pure/addresses';
import {
  cleanBodyText,
  cleanDisplayName,
  cleanFilename,
  cleanHeaderText,
  cleanSubject,
  encodeText,
  headerProblem,
  messageIdOf,
} from '#pure/message';
import type { Attachment, Mailbox, MessageParts } from './message-parts.ts';

/** The MIME bytes of one mail, unsigned. Every address and header is cleaned by `pure/message`. */
export async function composeMessage(parts: MessageParts): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: messageIdOf(parts.emailId, domainOf(addressOf(parts.from.address))),
    date: parts.createdAt,
    from: mailbox(parts.from),
    to: mailbox(parts.to),
    ...(parts.replyTo === null ? {} : { replyTo: mailbox({ address: parts.replyTo, name: null }) }),
    ...bodiesOf(parts),
    attachments: parts.attachments.map(attachment),
    headers: [subjectHeader(parts.subject), ...callersHeaders(parts.headers), ...ownHeaders(parts)],
    // Why: a repeat after doubt sends the same bytes. The author of the content cannot know the id.
    baseBoundary: parts.emailId.replaceAll('-', ''),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as ConstructorParameters<typeof MailComposer>[0]); // baseBoundary is read but not in the type
  const message = await composer.compile().build();
  return endsLine(message) ? message : Buffer.concat([message, Buffer.from('\r\n')]);
}

/**
 * Why encoded here: the library reads a text several times to choose an encoding, and once more for each line. A part that is the whole
 * message it has to write itself, with the header.
 */
function bodiesOf({ text, html, attachments }: MessageParts): object {
  if (attachments.length === 0 && (text === null || html === null)) {
    return { ...(text === null ? { html: loneText(html ?? '') } : { text: loneText(text) }) };
  }
  return {
    ...(text === null ? {} : { text: { raw: textPart('text/plain', text) } }),
    ...(html === null ? {} : { html: { raw: textPart('text/html', html) } }),
  };
}

const loneText = (text: string): string => cleanBodyText(text).replaceAll('\n', '\r\n');

/** A part with its header, for the library to place. */
function textPart(mediaType: 'text/plain' | 'text/html', text: string): Buffer {
  const { transferEncoding, lines } = encodeText(cleanBodyText(text));
  const header = `Content-Type: ${mediaType}; charset=utf-8\r\nContent-Transfer-Encoding: ${transferEncoding}\r\n\r\n`;
  return Buffer.concat([Buffer.from(header), lines]);
}

function mailbox({ address, name }: Mailbox): { address: string; name: string } {
  return { address: addressOf(address), name: cleanDisplayName(name) ?? '' };
}

function addressOf(text: string): string {
  const address = normaliseAddress(text);
  if (address === null) throw new Error('a message names something that is no address');
  return address;
}

interface Header {
  key: string;
  value: string | { prepared: true; foldLines: boolean; value: string };
}

/** Why prepared: a subject without a space can be as long as a line may be, and folding would add one octet too many. */
const subjectHeader = (subject: string): Header => ({
  key: 'Subject',
  value: { prepared: true, foldLines: true, value: foldableValue(cleanSubject(subject)) },
});

function callersHeaders(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).flatMap(([key, value]): Header[] => {
    const problem = headerProblem(key, value);
    if (problem) throw new Error(`a header of the caller reached composition: ${problem.message}`);
    if (key.toLowerCase() === 'reply-to') return []; // taken from the headers at acceptance (contract/05, 1.3)
    // Why: the library writes this one itself, and would take a prepared value for a list of ids.
    if (key.toLowerCase() === 'references') return [{ key, value: cleanHeaderText(value) }];
    return [{ key, value: { prepared: true, foldLines: true, value: foldableValue(cleanHeaderText(value)) } }];
  });
}

/** M4: each on one line, neither encoded nor folded, so that every receiver finds them. */
function ownHeaders({ unsubscribeUrl, ownHeaders: own = {} }: MessageParts): Header[] {
  const oneLine = (key: string, value: string): Header => ({ key, value: { prepared: true, foldLines: false, value } });
  const ours = Object.entries(own).map(([key, value]) => oneLine(key, cleanHeaderText(value)));
  if (unsubscribeUrl === null) return ours;
  return [
    ...ours,
    oneLine('List-Unsubscribe', `<${new URL(unsubscribeUrl).href}>`),
    oneLine('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'),
  ];
}

function attachment({ filename, contentType, contentId, disposition, content }: Attachment) {
  return {
    filename: cleanFilename(filename),
    // Why: a message/* part must not be encoded (RFC 2046, 5.2.1), and what a caller sends may not pass unencoded.
    contentType: /^message\//i.test(contentType) ? 'application/octet-stream' : cleanHeaderText(contentType),
    contentDisposition: disposition,
    contentTransferEncoding: 'base64' as const,
    ...(contentId === null ? {} : { cid: cleanHeaderText(contentId).replace(/[<>\s]/g, '') }),
    content,
  };
}

const endsLine = (message: Buffer): boolean => message.at(-2) === 0x0d && message.at(-1) === 0x0a;

const isPlain = /^[\x20-\x7e]*$/;
/** Leaves room for the header name on the first line. */
const longestWord = 900;
const bytesPerWord = 45;

/** A header value as encoded words if it is not ASCII, or if a word of it could not be folded into a legal line. */
function foldableValue(value: string): string {
  const isFoldable = value.split(/[ \t]+/).every((word) => word.length <= longestWord);
  return isPlain.test(value) && isFoldable ? value : encodedWords(value);
}

/** RFC 2047, base64, never splitting a character. */
function encodedWords(value: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of value) {
    if (Buffer.byteLength(word + character) > bytesPerWord) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join(' ');
}
