import type { MailVerdict, ReceivedMail } from '#features/emails';
import { type Fields, fieldsIn, listIn, momentIn, parseFields, textIn } from './read-fields.ts';

/** Mail that Amazon SES received for us. */
export interface SesReceivedMail {
  readonly kind: 'received';
  readonly sesMessageId: string;
  readonly recipients: readonly string[];
  readonly timestamp: Date | null;
  readonly processingTimeMillis: number;
  readonly verdicts: ReceivedMail['verdicts'];
  /** The mail, or its header alone where the rule does not pass on the content. */
  readonly raw: Buffer;
  readonly size: number;
}

const knownVerdicts: readonly MailVerdict[] = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'];

export function readReceived(body: Fields): SesReceivedMail {
  const [mail, receipt] = [fieldsIn(body, 'mail'), fieldsIn(body, 'receipt')];
  const verdict = (name: string): MailVerdict => {
    const status = textIn(fieldsIn(receipt, `${name}Verdict`), 'status');
    return knownVerdicts.find((known) => known === status) ?? 'GRAY';
  };
  const content = contentIn(body, receipt);
  const raw = content ?? headerIn(mail);
  const millis = receipt.processingTimeMillis;
  return {
    kind: 'received',
    sesMessageId: textIn(mail, 'messageId') ?? '',
    recipients:
      textsIn(receipt, 'recipients').length > 0 ? textsIn(receipt, 'recipients') : textsIn(mail, 'destination'),
    timestamp: momentIn(mail, 'timestamp'),
    processingTimeMillis: typeof millis === 'number' && Number.isSafeInteger(millis) ? millis : 0,
    verdicts: {
      spam: verdict('spam'),
      virus: verdict('virus'),
      spf: verdict('spf'),
      dkim: verdict('dkim'),
      dmarc: verdict('dmarc'),
    },
    raw,
    size: raw.length,
  };
}

const textsIn = (fields: Fields, name: string): string[] =>
  listIn(fields, name).filter((value): value is string => typeof value === 'string');

function contentIn(body: Fields, receipt: Fields): Buffer | null {
  const content = Object.hasOwn(body, 'content') ? body.content : null;
  if (typeof content !== 'string' || content === '') return null;
  const encoding = textIn(fieldsIn(receipt, 'action'), 'encoding')?.toUpperCase();
  return Buffer.from(content, encoding === 'BASE64' ? 'base64' : 'utf8');
}

function headerIn(mail: Fields): Buffer {
  const lines = listIn(mail, 'headers').flatMap((entry) => {
    const header = parseFields(entry);
    const [name, value] = header ? [textIn(header, 'name'), textIn(header, 'value')] : [null, null];
    return name && value && /^[!-9;-~]+$/.test(name) ? [`${name}: ${value}\r\n`] : [];
  });
  return Buffer.from(`${lines.join('')}\r\n`);
}
