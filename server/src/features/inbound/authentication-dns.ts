import { isIPv4, isIPv6 } from 'node:net';
import type { Dns, DnsAnswer, DnsResolver } from '#platform/dns';

/** Look-ups in the form of Node's own resolver, which the checks of senders expect. */
export type Resolve = (name: string, type: string) => Promise<never>;

/** Asks the first of our name servers; what it cannot say is an error of the time, not of the sender. */
export function authenticationDns(dns: Dns, signal: AbortSignal): Resolve {
  const [resolver] = dns.resolvers;
  return async (name, type) => {
    if (!resolver) throw coded('ETIMEOUT', name);
    return (await lookUp(resolver, name, type, signal)) as never; // each type has its own form, as with Node's
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
      return some(valuesOf(await resolver.addresses(name, signal), name).filter(isIPv4), name);
    case 'AAAA':
      return some(valuesOf(await resolver.addresses(name, signal), name).filter(isIPv6), name);
    default:
      throw coded('ENODATA', name); // reverse look-ups prove nothing
  }
}

function valuesOf<T>(answer: DnsAnswer<T>, name: string): readonly T[] {
  if (answer.kind === 'found') return answer.values;
  throw coded(answer.kind === 'absent' ? 'ENOTFOUND' : 'ETIMEOUT', name);
}

function some(values: readonly string[], name: string): readonly string[] {
  if (values.length === 0) throw coded('ENODATA', name);
  return values;
}

const coded = (code: string, name: string): Error => Object.assign(new Error(`${code} ${name}`), { code });
