import { classify, parseReply, type SmtpReply } from '#pure/message';
import { cut } from '#pure/text';
import type { EarlyOutcome } from '../outcome.ts';
import type { HealthStage } from '../transport.ts';

/** An error of the SMTP client: sometimes with the server's reply, sometimes only that the link is gone. */
interface ClientError extends Error {
  code?: string;
  response?: string;
  command?: string;
}

export const replyIn = (error: unknown): SmtpReply | null => {
  const { response } = error as ClientError; // the client's errors carry the reply they came from
  return typeof response === 'string' ? parseReply(response) : null;
};

const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * The outcome of a failure before the dot. A refusal counts only as the reply to a command about this mail; a greeting of
 * 554 or a wrong password says nothing about it.
 */
export function earlyOutcome(error: unknown): EarlyOutcome {
  const reply = replyIn(error);
  const { code, command, message } = error as ClientError;
  // The client compared the size with the limit the server had announced, and sent nothing.
  if (!reply && code === 'EMESSAGE')
    return { kind: 'rejected', reason: cut(message, 512), bounce: 'size', suppresses: false };
  if (!reply || !aboutTheMail.includes(command ?? '')) return relayFailed(reply ? replyText(reply) : message);
  const verdict = classify(reply.code, reply.enhanced, reply.text);
  switch (verdict.kind) {
    case 'rejected':
      return { ...verdict, reason: replyText(reply) };
    case 'deferred':
      return { ...verdict, reason: replyText(reply) };
    case 'relay-refuses':
    case 'accepted':
      return relayFailed(replyText(reply));
  }
}

export const relayFailed = (reason: string): EarlyOutcome => ({
  kind: 'deferred',
  reason: cut(reason, 512),
  about: 'relay',
});

export const replyText = ({ code, enhanced, text }: SmtpReply): string =>
  cut([code, enhanced, text].filter((part) => part !== null && part !== '').join(' '), 512);

const stages: Readonly<Record<string, HealthStage>> = {
  EDNS: 'name',
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ETLS: 'tls',
  EAUTH: 'login',
  ENOAUTH: 'login',
  EOAUTH2: 'login',
};

/** The stage at which opening a link failed. */
export function stageOf(error: unknown): HealthStage {
  const { code = '', message } = error as ClientError; // the client throws errors
  if (/certificate|TLS|SSL/i.test(message)) return 'tls';
  return stages[code] ?? 'connect';
}
