import { isUtf8 } from 'node:buffer';
import { type Attachment, addressParser, decodeWords, type Email, type Mailbox } from 'postal-mime';
import { normaliseAddress } from '#pure/addresses';
import { cleanDisplayName, cleanFilename, isReservedHeader } from '#pure/message';
import { textAsHtml } from './text-as-html.ts';
import { threadReferences } from './thread-references.ts';

const own = 'x-postrider-';
const keyHeader = `${own}idempotency-key`;
const templateHeader = `${own}template`;
const dataHeader = `${own}data`;

/** The mail as a body of `POST /v1/send`; what that refuses, it refuses there. */
export interface SendInput {
  readonly body: Readonly<Record<string, unknown>>;
  /** As often as the header was sent. */
  readonly idempotencyKeys: readonly string[];
}

/** Recipients are those of the envelope; the header only gives them their names. Throws for data that is no JSON. */
export function requestOf(email: Email, recipients: readonly string[]): SendInput {
  const values = (name: string): string[] => email.headers.flatMap(({ key, value }) => (key === name ? [value] : []));
  const [template] = values(templateHeader);
  const [data] = values(dataHeader);
  const [from] = values('from');
  const [replyTo] = values('reply-to');
  const html = bodyOf(email);
  const body = {
    to: namedRecipients(email, recipients),
    ...(from === undefined ? {} : { from: oneMailbox(from) ?? shown(from) }),
    ...(email.subject ? { subject: email.subject } : {}),
    ...(html === '' ? {} : { body: html }),
    ...(template === undefined ? {} : { template: template.trim() }),
    ...(data === undefined ? {} : { data: JSON.parse(decodeWords(data)) }),
    ...(replyTo === undefined ? {} : { reply: oneMailbox(replyTo)?.email ?? shown(replyTo) }),
    headers: ownHeaders(email),
    attachments: email.attachments.map(fileOf),
  };
  return { body, idempotencyKeys: values(keyHeader) };
}

function namedRecipients(email: Email, recipients: readonly string[]): object[] {
  const mailboxes = [email.to, email.cc, email.bcc].flatMap((list) =>
    (list ?? []).flatMap((one) => one.group ?? [one]),
  );
  const names = new Map(mailboxes.map(({ address, name }) => [normaliseAddress(address), cleanDisplayName(name)]));
  return recipients.map((address) => {
    const name = names.get(normaliseAddress(address));
    return { email: address, ...(name ? { name } : {}) };
  });
}

/** Null where the header names none or several. */
function oneMailbox(header: string): { readonly email: string; readonly name?: string } | null {
  const all: Mailbox[] = addressParser(header, { flatten: true }).flatMap((one) => one.group ?? [one]);
  const [first] = all;
  if (!first || all.length > 1 || first.address === '') return null;
  const name = cleanDisplayName(first.name);
  return { email: first.address, ...(name === null ? {} : { name }) };
}

/** A header that is refused, as far as the refusal needs it. */
const shown = (header: string): string => header.slice(0, 300);

const bodyOf = ({ html, text }: Email): string => {
  if (html && html.trim() !== '') return html;
  return text ? textAsHtml(text) : '';
};

/** Headers that a mail of ours may carry, the first of each name. One of ours that is not known is passed on and refused. */
function ownHeaders(email: Email): Record<string, string> {
  const headers = new Map<string, [string, string]>();
  for (const { key, originalKey, value } of email.headers) {
    const isKnown = key === keyHeader || key === templateHeader || key === dataHeader || key === 'reply-to';
    const isDropped = isReservedHeader(key) && !key.startsWith(own);
    if (isKnown || isDropped || value === '' || headers.has(key)) continue;
    headers.set(key, [originalKey, key === 'references' ? threadReferences(value) : value]);
  }
  return Object.fromEntries(headers.values());
}

function fileOf(file: Attachment, index: number): object {
  const bytes = bytesOf(file.content);
  const contentId = file.contentId?.replace(/^<|>$/g, '').trim();
  const isInline = contentId !== undefined && (file.disposition === 'inline' || file.related === true);
  return {
    filename: cleanFilename(file.filename ?? unnamed(file.mimeType, index + 1)),
    content: bytes.toString('base64'),
    contentType: typeOf(file, bytes),
    ...(contentId ? { contentId } : {}),
    disposition: isInline ? 'inline' : 'attachment',
  };
}

const bytesOf = (content: Attachment['content']): Buffer => {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
};

const unnamed = (type: string, number: number): string => `file-${number}${type === 'message/rfc822' ? '.eml' : ''}`;

/** The parser does not say the character set of a text; most are UTF-8, which can be seen. */
function typeOf({ mimeType, method }: Attachment, bytes: Buffer): string {
  const type = mimeType === '' || mimeType.startsWith('multipart/') ? 'application/octet-stream' : mimeType;
  if (!type.startsWith('text/')) return type;
  const charset = isUtf8(bytes) ? '; charset=utf-8' : '';
  return `${type}${charset}${method && /^[A-Z]+$/.test(method) ? `; method=${method}` : ''}`;
}
