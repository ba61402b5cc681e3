import { isIP, type Socket } from 'node:net';
import type { Config } from '#platform/config';
import type { CallFailure } from './call.ts';
import { type ConnectionRules, mayConnect, mayUsePort } from './call-rules.ts';
import type { CallContext } from './call-url.ts';
import { findAddresses } from './find-addresses.ts';
import { openConnection } from './open-connection.ts';

/** A mail server that a customer named. */
interface MailHost {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

const mailPorts: ReadonlySet<number> = new Set([25, 465, 587, 2_465, 2_525, 2_587]);

const rulesOf = ({ PROVIDER_ALLOWED_NETWORKS }: Config): ConnectionRules => ({
  ports: mailPorts,
  networks: PROVIDER_ALLOWED_NETWORKS,
});

/** No connection was made. The message is for the customer: it names no address that a name led to. */
class HostNotReached extends Error {
  override readonly name = 'HostNotReached';
  /** As an error of the system has it, for readers that know only those. */
  readonly code: string;

  constructor({ reason, message }: CallFailure) {
    super(message);
    this.code = reason === 'name' ? 'ENOTFOUND' : 'ECONNECTION';
  }
}

/**
 * Connects to a mail server that a customer named, without TLS: that is for the caller. By the rules of calls: the name is looked up
 * once and the connection goes to the address that was judged, so a name that changes leads nowhere else. Throws `HostNotReached`.
 */
export async function connectToMailHost(
  { config, dns }: CallContext,
  { host, port }: MailHost,
  signal: AbortSignal,
): Promise<Socket> {
  const rules = rulesOf(config);
  const target = { host, port, isAddress: isIP(host) !== 0, isSecure: false };
  const found = await findAddresses(rules, dns, target, signal);
  if (found.kind === 'failed') throw new HostNotReached(found);
  const destination = {
    addresses: found.addresses,
    port,
    mayUse: (address: string) => mayConnect(rules, address, port),
  };
  const connected = await openConnection(target, destination, signal);
  if (connected.kind === 'failed') throw new HostNotReached(connected);
  return connected.socket;
}

/**
 * Why a mail server would never be connected to, by the addresses that it has now; null when it may be, or is not found. An early
 * answer for the person who types it: what counts is asked again by each connection.
 */
export async function mailHostProblem(
  { config, dns }: CallContext,
  { host, port }: MailHost,
  signal: AbortSignal,
): Promise<{ readonly field: 'host' | 'port'; readonly message: string } | null> {
  const rules = rulesOf(config);
  if (!mayUsePort(rules, port)) return { field: 'port', message: `Port ${port} may not be used.` };
  const found = await findAddresses(rules, dns, { host, port, isAddress: isIP(host) !== 0 }, signal);
  return found.kind === 'failed' && found.reason === 'address' ? { field: 'host', message: found.message } : null;
}
