import { cut } from '#pure/text';
import type { EarlyOutcome, HandOverOutcome } from '../outcome.ts';
import { relayFailed } from '../smtp/smtp-failure.ts';

/** What the SDK throws: a response of the service, or that there was none. */
interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
}

/** About our account or our clock, not about the mail. */
const aboutTheAccount =
  /^(AccountSuspended|SendingPaused|NotFound|AccessDenied|UnrecognizedClient|InvalidClientTokenId|SignatureDoesNotMatch|ExpiredToken|MissingAuthenticationToken|IncompleteSignature|RequestExpired|RequestTimeTooSkewed|RequestTimeout)/;
const throttled = /^(TooManyRequests|Throttling|LimitExceeded|RequestLimitExceeded)/;

/** A failure before the whole request was sent: the service cannot have accepted the mail, whatever failed. */
export function earlySesFailure(error: unknown): EarlyOutcome {
  const { name, status, reason } = readError(error);
  return isAnswer(status) ? outcomeOf(name, status, reason) : relayFailed(reason);
}

/** After it: a lost response and a 5xx are doubt (the service may have sent the mail); a 4xx is a definite response. */
export function lateSesFailure(error: unknown): HandOverOutcome {
  const { name, status, reason } = readError(error);
  return isAnswer(status) ? outcomeOf(name, status, reason) : { kind: 'unknown', reason };
}

export const isSesAnswer = (error: unknown): boolean => isAnswer(readError(error).status);

function readError(error: unknown): { name: string; status: number | undefined; reason: string } {
  const { name, message, $metadata } = error as SdkError; // the SDK throws errors
  return { name, status: $metadata?.httpStatusCode, reason: cut(`${name}: ${message}`, 512) };
}

/** Why not every status: proxies in front of the service, and responses that cannot be parsed, have decided nothing. */
const isAnswer = (status: number | undefined): status is number =>
  status !== undefined && status >= 400 && status < 500;

function outcomeOf(name: string, status: number, reason: string): EarlyOutcome {
  if (status === 429 || throttled.test(name)) return relayFailed(reason);
  if (status === 401 || status === 403 || status === 407 || status === 408 || aboutTheAccount.test(name)) {
    return relayFailed(reason);
  }
  // About one sender's domain, and temporary: no reason to keep the mail of others from this relay.
  if (name.startsWith('MailFromDomainNotVerified')) return { kind: 'deferred', reason, about: 'policy' };
  if (/blacklisted|suppression list/i.test(reason)) {
    return { kind: 'rejected', reason, bounce: 'address', suppresses: true };
  }
  return {
    kind: 'rejected',
    reason,
    bounce: name.startsWith('MessageRejected') ? 'policy' : 'content',
    suppresses: false,
  };
}
