import { isIPv4 } from 'node:net';
import type { Dns } from '#platform/dns';
import { type CallFailure, failed } from './call.ts';
import { type ConnectionRules, mayConnect } from './call-rules.ts';
import type { CallTarget } from './call-target.ts';

export interface FoundAddresses {
  readonly kind: 'addresses';
  /** In the order in which they are tried. */
  readonly addresses: readonly string[];
}

/** Of each family: a machine may have only one of them. */
const maxTried = 2;

const refused = failed('address', 'The host has an address that may not be called.');

/**
 * The addresses of a target, looked up once; the connection is made to one of them and the name is not asked for again.
 * Why one bad address refuses all: a name with a public and an inner address is an attempt to reach the inner one by luck.
 */
export async function findAddresses(
  rules: ConnectionRules,
  dns: Dns,
  target: Pick<CallTarget, 'host' | 'isAddress' | 'port'>,
  signal: AbortSignal,
): Promise<FoundAddresses | CallFailure> {
  const { host, isAddress, port } = target;
  const found = isAddress ? { kind: 'addresses' as const, addresses: [host] } : await lookUp(dns, host, signal);
  if (found.kind === 'failed') return found;
  if (!found.addresses.every((address) => mayConnect(rules, address, port))) return refused;
  const four = found.addresses.filter((address) => isIPv4(address));
  const six = found.addresses.filter((address) => !isIPv4(address));
  return { kind: 'addresses', addresses: [...four.slice(0, maxTried), ...six.slice(0, maxTried)] };
}

/** Never by the operating system: its resolver knows names of the machine and of the network around it. */
async function lookUp(dns: Dns, name: string, signal: AbortSignal): Promise<FoundAddresses | CallFailure> {
  let isAbsent = false;
  for (const resolver of dns.resolvers) {
    if (signal.aborted) break;
    const answer = await resolver.addresses(name, signal);
    if (answer.kind === 'found') return { kind: 'addresses', addresses: answer.values };
    isAbsent ||= answer.kind === 'absent';
  }
  return failed('name', isAbsent ? 'The host does not exist.' : 'No name server answered for the host.');
}
