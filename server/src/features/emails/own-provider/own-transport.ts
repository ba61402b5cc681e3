import type { Config } from '#platform/config';
import { type CallContext, connectToMailHost } from '#platform/outgoing-calls';
import { sesTransport, smtpTransport, type Transport } from '#platform/transports';
import type { OwnProvider, SmtpSettings } from './own-provider.ts';

/**
 * Shorter than for relays of the instance: a server that takes its time holds sessions of the worker, and this one was not chosen
 * by the operator.
 */
const smtpTimeouts = { connectMs: 10_000, greetingMs: 15_000, stepMs: 30_000, answerMs: 120_000, idleMs: 10_000 };
const sesTimeouts = { connectMs: 10_000, writeMs: 30_000, answerMs: 60_000 };

/** The way to a project's own provider. Nothing is connected yet. */
export function ownTransport(
  { config, dns }: CallContext,
  { provider, secret }: { readonly provider: OwnProvider; readonly secret: string },
): Transport {
  if (provider.type === 'ses') {
    // Why no address is judged: the host follows from the region, whose form is checked, and is one of Amazon's.
    const { region, configurationSet, accessKeyId } = provider;
    const credentials = { accessKeyId, secretAccessKey: secret };
    // Why a name of its own: what left through it says nothing about the relays of the instance.
    const name = `own-ses:${region}`;
    return sesTransport(
      { name, region, configurationSet, credentials, ratePerSecond: null, endpoint: null, ca: null },
      sesTimeouts,
    );
  }
  return smtpTransport(smtpRelayOf(config, provider, secret), {
    timeouts: smtpTimeouts,
    connect: (signal) => connectToMailHost({ config, dns }, provider, signal),
  });
}

const smtpRelayOf = (config: Config, { host, port, security, username }: SmtpSettings, secret: string) => ({
  host,
  port,
  isImplicitTls: security === 'tls',
  isLoopback: false, // Why: TLS with a valid certificate is required at every address
  auth: { user: username, pass: secret },
  ehloName: new URL(config.BASE_URL).hostname,
  ca: null,
  signs: isOurKeyUnpublished(config),
  ratePerSecond: null,
});

/** An instance that sends by Amazon SES alone asks no sender domain for a key of ours: then the provider signs, or nobody does. */
const isOurKeyUnpublished = ({ MAIL_RELAYS }: Config): boolean =>
  MAIL_RELAYS.length > 0 && MAIL_RELAYS.every(({ kind }) => kind === 'ses');
