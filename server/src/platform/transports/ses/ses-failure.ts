import type { HandOverOutcome } from '../outcome.ts';
import { relayFailed } from '../smtp/smtp-failure.ts';
import type { Released } from '../transport.ts';

/** What the SDK throws: an answer of the service, or that there was none. */
interface SdkError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  $retryable?: { throttling?: boolean };
}

/** The call never left this machine. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'CredentialsProviderError'];
/** About our account, not about the mail. */
const aboutUs =
  /^(AccountSuspended|SendingPaused|MailFromDomainNotVerified|NotFound|AccessDenied|UnrecognizedClient|InvalidClientTokenId|SignatureDoesNotMatch|ExpiredToken|MissingAuthenticationToken|IncompleteSignature)/;
const throttled = /^(TooManyRequests|Throttling|LimitExceeded|RequestLimitExceeded)/;

/** A lost answer and a 5xx are doubt (the service may have sent the mail); everything it said itself is an answer. */
export function sesFailure(error: unknown): Released {
  const { name, message, code, $metadata } = error as SdkError;
  const reason = `${name}: ${message}`.slice(0, 512);
  const status = $metadata?.httpStatusCode;
  if (unsent.includes(code ?? name) || isTlsTrouble(code) || /establishing a connection/.test(message)) {
    return { outcome: relayFailed(reason), wasSent: false };
  }
  if (status === undefined || status >= 500) return { outcome: { kind: 'unknown', reason }, wasSent: true };
  return { outcome: answered(name, status, reason), wasSent: true };
}

const isTlsTrouble = (code = ''): boolean => /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code);

function answered(name: string, status: number, reason: string): HandOverOutcome {
  if (status === 429 || throttled.test(name)) return { kind: 'deferred', reason, about: 'relay' };
  if (status === 401 || status === 403 || aboutUs.test(name)) return relayFailed(reason);
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
