import type { RelaySetting } from '#platform/config';
import { type SesIdentities, sesIdentities } from './ses/ses-identities.ts';
import type { SesRelay } from './ses/ses-relay.ts';
import { sesTransport } from './ses/ses-transport.ts';
import type { Trace } from './smtp/link.ts';
import { smtpRelay } from './smtp/smtp-relay.ts';
import { smtpTransport } from './smtp/smtp-transport.ts';
import type { Transport } from './transport.ts';

/** A transport for each configured relay, in order. Nothing is connected yet. */
export function transportsOf(relays: readonly RelaySetting[], traceLink?: () => Trace): Transport[] {
  return relays.map((relay): Transport => {
    const [ratePerSecond, ca] = [relay.ratePerSecond ?? null, relay.ca ?? null];
    if (relay.kind === 'smtp') {
      const { url, ehloName = null, signs = false } = relay;
      return smtpTransport(smtpRelay(url, { ehloName, signs, ca, ratePerSecond }), traceLink ? { traceLink } : {});
    }
    return sesTransport(sesRelayOf(relay));
  });
}

/** The sender domains of the first relay that manages them itself; null when none does. */
export function identitiesOf(relays: readonly RelaySetting[]): SesIdentities | null {
  const relay = relays.find((one) => one.kind === 'ses');
  return relay ? sesIdentities(sesRelayOf(relay)) : null;
}

function sesRelayOf(relay: Extract<RelaySetting, { kind: 'ses' }>): SesRelay {
  const { region, accessKeyId, secretAccessKey } = relay;
  return {
    region,
    configurationSet: relay.configurationSet ?? null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    endpoint: relay.endpoint ?? null,
    ratePerSecond: relay.ratePerSecond ?? null,
    ca: relay.ca ?? null,
  };
}
