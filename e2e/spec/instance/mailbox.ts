import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { until } from '@postrider/server/testing/until';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export interface Mail {
  to: string;
  from: string;
  subject: string;
  body: string;
}

export interface Mailbox {
  readonly smtpUrl: string;
  /** Everything that has arrived for an address so far. */
  to(address: string): Mail[];
  /** Waits until an address has got this many mails, and returns the last of them. */
  next(address: string, count?: number): Promise<Mail>;
  close(): Promise<void>;
}

/** A real mail server that keeps every mail. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: callbackify(async (stream: Readable, { envelope }: SMTPServerSession) => {
      const message = await text(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      for (const { address } of envelope.rcptTo) mails.push(parseMail(message, address, from));
    }),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the mail server has no port');
  const to = (recipient: string): Mail[] => mails.filter((mail) => mail.to === recipient);
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    to,
    async next(recipient, count = 1) {
      await until(() => to(recipient).length >= count);
      const mail = to(recipient)[count - 1];
      if (!mail) throw new Error(`no mail number ${count} came for ${recipient}`);
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parseMail(message: string, to: string, from: string): Mail {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const isQuoted = /^content-transfer-encoding: *quoted-printable/im.test(headers);
  const body = rest.join('\r\n\r\n');
  const subject = /^subject: *(.*)$/im.exec(headers)?.[1]?.trim() ?? '';
  return { to, from, subject, body: isQuoted ? unquoted(body) : body };
}

const unquoted = (body: string): string =>
  Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
