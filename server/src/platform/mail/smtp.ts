import { createTransport } from 'nodemailer';
import type { Outbox } from './outbox.ts';

/** Hands account mail to the operator's relay. TLS is required unless the relay is on this machine. */
export function smtpOutbox(options: { url: string; from: string }): Outbox {
  const relay = new URL(options.url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(relay.hostname);
  const transport = createTransport({
    host: relay.hostname.replace(/^\[|\]$/g, ''),
    port: Number(relay.port) || (relay.protocol === 'smtps:' ? 465 : 587),
    secure: relay.protocol === 'smtps:',
    requireTLS: !isLocal && relay.protocol !== 'smtps:',
    ignoreTLS: isLocal && relay.protocol !== 'smtps:',
    ...(relay.username
      ? { auth: { user: decodeURIComponent(relay.username), pass: decodeURIComponent(relay.password) } }
      : {}),
    connectionTimeout: 15_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    canSend: true,
    async send(mail) {
      await transport.sendMail({
        from: options.from,
        to: { name: '', address: mail.to },
        subject: mail.subject.replace(/[\r\n]+/g, ' '),
        text: mail.text,
        xMailer: false,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
