import type { SESv2Client, SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { makeSesLinks } from './ses-links.ts';
import type { SesRelay } from './ses-relay.ts';
import { SesRequestHandler, type SesTimeouts } from './ses-request-handler.ts';

/** The SDK, loaded and configured for one relay. */
export interface SesService {
  readonly sdk: typeof import('@aws-sdk/client-sesv2');
  /** For everything but mail: account and identities. */
  readonly calls: SESv2Client;
  /** For mail: the last byte of each call is held back. */
  readonly sending: SESv2Client;
  close(): void;
}

/** Why loaded when needed: the SDK is large, and most installations never need it. */
export async function loadSesService(relay: SesRelay, timeouts: SesTimeouts): Promise<SesService> {
  const sdk = await import('@aws-sdk/client-sesv2');
  const settings: SESv2ClientConfig = {
    region: relay.region,
    maxAttempts: 1, // Why: a repeat below us could send twice
    ...(relay.endpoint ? { endpoint: relay.endpoint } : {}),
    ...(relay.credentials ? { credentials: relay.credentials } : {}),
  };
  const calls = new sdk.SESv2Client({
    ...settings,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.answerMs,
      throwOnRequestTimeout: true,
      httpsAgent: { keepAlive: true, maxSockets: 100, ...(relay.ca ? { ca: relay.ca } : {}) },
    },
  });
  const links = makeSesLinks({ ca: relay.ca, connectMs: timeouts.connectMs });
  const sending = new sdk.SESv2Client({
    ...settings,
    credentials: calls.config.credentials, // resolved by the ordinary client
    requestHandler: new SesRequestHandler(links, timeouts),
  });
  return {
    sdk,
    calls,
    sending,
    close() {
      calls.destroy();
      sending.destroy();
    },
  };
}
