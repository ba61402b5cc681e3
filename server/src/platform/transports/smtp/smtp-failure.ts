import type { Reply } from '#pure/message';
import { classify, parseReply } from '#pure/message';
import { cut } from '#pure/text';
import type { EarlyOutcome } from '../outcome.ts';
import type { HealthStage } from '../transport.ts';

/** What the SMTP client reports when it fails: sometimes the server's words, sometimes only that the link is gone. */
interface ClientError extends Error {
  code?: string;
  response?: string;
  command?: string;
}

export const replyIn = (error: unknown): Reply | null => {
  const { response } = error as ClientError; // the client's errors carry the reply they came from
  return typeof response === 'string' ? parseReply(response) : null;
};

const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * What a failure before the dot means for the mail. A refusal counts only where it answers a command about this mail;
 * a greeting of 554 or a wrong password says nothing about it.
 */
export function earlyOutcome(error: unknown): EarlyOutcome {
  const reply = replyIn(error);
  const { code, command, message } = error as ClientError;
  // The client compared the size with what the server had announced, and asked nobody.
  if (!reply && code === 'EMESSAGE')
    return { kind: 'rejected', reason: cut(message, 512), bounce: 'size', suppresses: false };
  if (!reply || !aboutTheMail.includes(command ?? '')) return relayFailed(reply ? spoken(reply) : message);
  const verdict = classify(reply.code, reply.enhanced, reply.text);
  switch (verdict.kind) {
    case 'rejected':
      return { ...verdict, reason: spoken(reply) };
    case 'deferred':
      return { ...verdict, reason: spoken(reply) };
    case 'relay-refuses':
    case 'accepted':
      return relayFailed(spoken(reply));
  }
}

export const relayFailed = (reason: string): EarlyOutcome => ({
  kind: 'deferred',
  reason: cut(reason, 512),
  about: 'relay',
});

export const spoken = ({ code, enhanced, text }: Reply): string =>
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

/** How far a new link came. */
export function stageOf(error: unknown): HealthStage {
  const { code = '', message } = error as ClientError; // the client throws errors
  if (/certificate|TLS|SSL/i.test(message)) return 'tls';
  return stages[code] ?? 'connect';
}
