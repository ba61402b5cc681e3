import type { SESv2Client, SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { noFacts } from '../outcome.ts';
import { relayFailed } from '../smtp/smtp-failure.ts';
import type { Consignment, Health, Opening, Released, Session, Transport } from '../transport.ts';
import { sesFailure } from './ses-failure.ts';
import type { SesRelay } from './ses-relay.ts';

type Sdk = typeof import('@aws-sdk/client-sesv2');
interface Service {
  readonly sdk: Sdk;
  readonly client: SESv2Client;
}

interface SesTimeouts {
  readonly connectMs: number;
  readonly answerMs: number;
}

/**
 * Hands messages to Amazon SES: one call each, one recipient, never repeated below us, with tags by which its notices
 * find the email again. The service signs. Nothing is sent before the release, so the doubt is the whole call.
 */
export function sesTransport(
  relay: SesRelay,
  timeouts: SesTimeouts = { connectMs: 15_000, answerMs: 60_000 },
): Transport {
  const name = `ses:${relay.region}`;
  let loading: Promise<Service> | undefined;
  const service = (): Promise<Service> => {
    loading ??= load(relay, timeouts); // Why late: the SDK is large, and most installations never need it
    return loading;
  };
  return {
    name,
    signs: true,
    isLocal: false,
    ratePerSecond: relay.ratePerSecond,
    async open(consignment): Promise<Opening> {
      if (consignment.signal.aborted) {
        return { kind: 'over', outcome: relayFailed('The hand-over was given up.'), facts: noFacts(name) };
      }
      return { kind: 'ready', session: sessionOf(name, relay, await service(), consignment) };
    },
    async check(): Promise<Health> {
      try {
        const { sdk, client } = await service();
        const account = await client.send(new sdk.GetAccountCommand({}));
        return account.SendingEnabled === false
          ? { isWell: false, stage: 'quota', reason: 'sending is paused' }
          : { isWell: true };
      } catch (error) {
        const { name: kind, message } = error as Error; // the SDK throws errors
        return kind.startsWith('AccessDenied')
          ? { isWell: true }
          : {
              isWell: false,
              stage: /Token|Signature|Credential/.test(kind) ? 'login' : 'connect',
              reason: `${kind}: ${message}`,
            };
      }
    },
    async close() {
      if (loading) (await loading).client.destroy();
    },
  };
}

async function load(relay: SesRelay, timeouts: SesTimeouts): Promise<Service> {
  const sdk = await import('@aws-sdk/client-sesv2');
  const settings: SESv2ClientConfig = {
    region: relay.region,
    maxAttempts: 1, // Why: a repeat below us could send twice
    ...(relay.endpoint ? { endpoint: relay.endpoint } : {}),
    ...(relay.credentials ? { credentials: relay.credentials } : {}),
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.answerMs,
      throwOnRequestTimeout: true,
      httpsAgent: { keepAlive: true, maxSockets: 100, ...(relay.ca ? { ca: relay.ca } : {}) },
    },
  };
  return { sdk, client: new sdk.SESv2Client(settings) };
}

function sessionOf(name: string, relay: SesRelay, { sdk, client }: Service, consignment: Consignment): Session {
  const facts = { ...noFacts(name), connectedAt: new Date() };
  const { message, envelope, tags, signal } = consignment;
  let isOver = false;
  return {
    facts,
    get isLive() {
      return !isOver && !signal.aborted;
    },
    abandon() {
      isOver = true;
    },
    async release(): Promise<Released> {
      if (isOver || signal.aborted) return { outcome: relayFailed('The hand-over was given up.'), wasSent: false };
      isOver = true;
      try {
        const { MessageId } = await client.send(
          new sdk.SendEmailCommand({
            Destination: { ToAddresses: [envelope.to] },
            Content: { Raw: { Data: message } },
            EmailTags: [
              { Name: 'project', Value: tags.projectId },
              { Name: 'email', Value: tags.emailId },
              { Name: 'attempt', Value: String(tags.attempt) },
            ],
            ...(relay.configurationSet ? { ConfigurationSetName: relay.configurationSet } : {}),
          }),
        );
        Object.assign(facts, { repliedAt: new Date(), queueId: MessageId ?? null });
        return { outcome: { kind: 'accepted', transportId: MessageId ?? null }, wasSent: true };
      } catch (error) {
        const released = sesFailure(error);
        if (released.wasSent && released.outcome.kind !== 'unknown') facts.repliedAt = new Date();
        return released;
      }
    },
  };
}
