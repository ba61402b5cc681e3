import type { RelaySetting } from '#platform/config';
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
    const { accessKeyId, secretAccessKey } = relay;
    return sesTransport({
      region: relay.region,
      configurationSet: relay.configurationSet ?? null,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      endpoint: relay.endpoint ?? null,
      ratePerSecond,
      ca,
    });
  });
}
