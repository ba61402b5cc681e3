import { isIPv4, isIPv6 } from 'node:net';
import type { Dns, DnsAnswer, DnsResolver } from '#platform/dns';

/** Look-ups with the interface of Node's resolver, as the authentication library expects. */
export type Resolve = (name: string, type: string) => Promise<never>;

/** Asks the first of our name servers; what it cannot answer is a temporary error, not one of the sender. */
export function authenticationDns(dns: Dns, signal: AbortSignal): Resolve {
  const [resolver] = dns.resolvers;
  return async (name, type) => {
    if (!resolver) throw dnsError('ETIMEOUT', name);
    return (await lookUp(resolver, name, type, signal)) as never; // each record type has its own form, as in Node
  };
}

async function lookUp(resolver: DnsResolver, name: string, type: string, signal: AbortSignal): Promise<unknown> {
  switch (type) {
    case 'TXT':
      return valuesOf(await resolver.txt(name, signal), name).map((text) => [text]);
    case 'MX':
      return valuesOf(await resolver.mx(name, signal), name).map(({ host, priority }) => ({
        exchange: host,
        priority,
      }));
    case 'CNAME':
      return valuesOf(await resolver.cname(name, signal), name);
    case 'A':
      return requireSome(valuesOf(await resolver.addresses(name, signal), name).filter(isIPv4), name);
    case 'AAAA':
      return requireSome(valuesOf(await resolver.addresses(name, signal), name).filter(isIPv6), name);
    default:
      throw dnsError('ENODATA', name); // reverse look-ups prove nothing
  }
}

function valuesOf<T>(answer: DnsAnswer<T>, name: string): readonly T[] {
  if (answer.kind === 'found') return answer.values;
  throw dnsError(answer.kind === 'absent' ? 'ENOTFOUND' : 'ETIMEOUT', name);
}

function requireSome(values: readonly string[], name: string): readonly string[] {
  if (values.length === 0) throw dnsError('ENODATA', name);
  return values;
}

const dnsError = (code: string, name: string): Error => Object.assign(new Error(`${code} ${name}`), { code });
