import type { TLSSocket } from 'node:tls';
import type { GetAccountCommandOutput, SendEmailCommandInput, SendEmailCommandOutput } from '@aws-sdk/client-sesv2';
import { loadOnce } from '#platform/load-once';
import { type AttemptFacts, type EarlyOutcome, noFacts } from '../outcome.ts';
import { relayFailed } from '../smtp/smtp-failure.ts';
import type { Health, OpenResult, OutgoingMessage, ReleaseResult, Session, Transport } from '../transport.ts';
import { type HeldExchange, makeExchange } from './ses-exchange.ts';
import { earlySesFailure, isSesAnswer, lateSesFailure } from './ses-failure.ts';
import type { SesLink } from './ses-links.ts';
import type { SesRelay } from './ses-relay.ts';
import type { SesTimeouts } from './ses-request-handler.ts';
import { loadSesService } from './ses-service.ts';

const defaultTimeouts: SesTimeouts = { connectMs: 15_000, writeMs: 60_000, answerMs: 60_000 };

/**
 * Hands messages to Amazon SES: one call each, one recipient, never repeated by the SDK, with tags that relate its notices
 * to the email. The service signs. The call is resolved, signed, connected and written before the release, all but its
 * last byte: a failure until then is no doubt.
 */
export function sesTransport(relay: SesRelay, timeouts: Partial<SesTimeouts> = {}, load = loadSesService): Transport {
  const { name = `ses:${relay.region}` } = relay;
  const { get: service, close } = loadOnce(() => load(relay, { ...defaultTimeouts, ...timeouts }));
  return {
    name,
    signs: true,
    isLocal: false,
    ratePerSecond: relay.ratePerSecond,
    async open(outgoing): Promise<OpenResult> {
      const over = (outcome: EarlyOutcome): OpenResult => ({ kind: 'over', outcome, facts: noFacts(name) });
      if (outgoing.signal.aborted) return over(givenUp);
      const { sdk, sending } = await service();
      const exchange = makeExchange(outgoing.signal);
      const sent = sending.send(new sdk.SendEmailCommand(inputOf(relay, outgoing)), exchange.exchange);
      const failed = sent.then(
        () => relayFailed('The service answered before the request had ended.'),
        (error: unknown) => (outgoing.signal.aborted ? givenUp : earlySesFailure(error)),
      );
      const opened = await Promise.race([exchange.held, failed]);
      if ('kind' in opened) return over(opened);
      return { kind: 'ready', session: sessionOf({ outgoing, exchange, sent, facts: factsOf(name, opened) }) };
    },
    async check(): Promise<Health> {
      try {
        const { sdk, calls } = await service();
        const account = await calls.send(new sdk.GetAccountCommand({}));
        if (account.SendingEnabled === false) return { isWell: false, stage: 'quota', reason: 'sending is paused' };
        const warning = warningOf(account);
        return warning ? { isWell: true, warning } : { isWell: true };
      } catch (error) {
        const { name: kind, message } = error as Error; // the SDK throws errors
        return kind.startsWith('AccessDenied')
          ? { isWell: true }
          : {
              isWell: false,
              stage: /Token|Signature|Credential|UnrecognizedClient/.test(kind) ? 'login' : 'connect',
              reason: `${kind}: ${message}`,
            };
      }
    },
    close: () => close((loaded) => loaded.close()),
  };
}

/** From this part of the daily quota on it is reported. */
const nearlyUsed = 0.8;

function warningOf({
  ProductionAccessEnabled,
  SendQuota,
}: GetAccountCommandOutput): (Health & { isWell: true })['warning'] {
  if (ProductionAccessEnabled === false) return { stage: 'sandbox', reason: 'the account is in the sandbox' };
  const { Max24HourSend: max = -1, SentLast24Hours: sent = 0 } = SendQuota ?? {};
  if (max <= 0 || sent < nearlyUsed * max) return undefined;
  return { stage: 'quota', reason: `${Math.round(sent)} of ${Math.round(max)} mails of a day are sent` };
}

const givenUp = relayFailed('The hand-over was given up.');

const inputOf = (
  { configurationSet }: SesRelay,
  { message, envelope, tags }: OutgoingMessage,
): SendEmailCommandInput => ({
  Destination: { ToAddresses: [envelope.to] },
  Content: { Raw: { Data: message } },
  EmailTags: [
    { Name: 'project', Value: tags.projectId },
    { Name: 'email', Value: tags.emailId },
    { Name: 'attempt', Value: String(tags.attempt) },
  ],
  ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
});

function factsOf(name: string, { socket }: SesLink): AttemptFacts {
  const tls = 'getCipher' in socket ? (socket as TLSSocket) : null; // only TLS sockets have ciphers
  return {
    ...noFacts(name),
    remoteAddress: socket.remoteAddress ?? null,
    tlsVersion: tls?.getProtocol() ?? null,
    tlsCipher: tls?.getCipher()?.name ?? null,
    tlsVerified: tls ? tls.authorized : null,
    connectedAt: new Date(),
  };
}

interface HeldRequest {
  readonly outgoing: OutgoingMessage;
  readonly exchange: HeldExchange;
  readonly sent: Promise<SendEmailCommandOutput>;
  readonly facts: AttemptFacts;
}

function sessionOf({ outgoing, exchange, sent, facts }: HeldRequest): Session {
  const { signal } = outgoing;
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  sent.then(end, end); // a response, or the loss of the connection, while the request is held
  return {
    facts,
    get isLive() {
      return !isOver && !signal.aborted;
    },
    abandon() {
      isOver = true;
      exchange.stop();
    },
    async release(): Promise<ReleaseResult> {
      if (signal.aborted) return { outcome: givenUp, wasSent: false };
      exchange.release();
      try {
        const { MessageId: transportId = null } = await sent;
        if (!exchange.isWhole) return { outcome: relayFailed('The service answered too early.'), wasSent: false };
        Object.assign(facts, { repliedAt: new Date(), queueId: transportId });
        return { outcome: { kind: 'accepted', transportId }, wasSent: true };
      } catch (error) {
        if (isSesAnswer(error)) facts.repliedAt = new Date();
        const { isWhole } = exchange;
        return { outcome: isWhole ? lateSesFailure(error) : earlySesFailure(error), wasSent: isWhole };
      }
    },
  };
}
