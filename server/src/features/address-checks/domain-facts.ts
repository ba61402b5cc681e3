import type { Dns, DnsAnswer, DnsResolver, MailHost } from '#platform/dns';

/** What the name servers say of a domain. `unknown`: none of them answered. */
export type Fact = 'yes' | 'no' | 'unknown';

export interface DomainFacts {
  exists: Fact;
  hasMailHost: Fact;
  /** The domain says that it takes no mail (RFC 7505). */
  refusesMail: boolean;
  hasAddress: Fact;
  hasWebsite: Fact;
}

/** Two tries of two seconds are the most that one look-up takes. */
const patienceMs = 4_200;

/** Asks for everything at once, and for name servers only where nothing else proves that the domain is there. */
export async function lookUpDomain(dns: Dns, domain: string): Promise<DomainFacts> {
  const signal = AbortSignal.timeout(patienceMs);
  const [mx, addresses, www] = await Promise.all([
    ask(dns, (resolver) => resolver.mx(domain, signal)),
    ask(dns, (resolver) => resolver.addresses(domain, signal)),
    ask(dns, (resolver) => resolver.addresses(`www.${domain}`, signal)),
  ]);
  const isProven = mx.kind === 'found' || addresses.kind === 'found';
  const ns = isProven ? null : await ask(dns, (resolver) => resolver.ns(domain, signal));
  return factsOf({ mx, addresses, www, ns });
}

interface Answers {
  mx: DnsAnswer<MailHost>;
  addresses: DnsAnswer<string>;
  www: DnsAnswer<string>;
  ns: DnsAnswer<string> | null;
}

export function factsOf({ mx, addresses, www, ns }: Answers): DomainFacts {
  const hosts = mx.kind === 'found' ? mx.values.filter(({ host }) => host !== '' && host !== '.') : [];
  return {
    exists: anyOf(mx, addresses, ...(ns ? [ns] : [])),
    hasMailHost: mx.kind === 'unanswered' ? 'unknown' : hosts.length > 0 ? 'yes' : 'no',
    refusesMail: mx.kind === 'found' && hosts.length === 0,
    hasAddress: anyOf(addresses),
    hasWebsite: anyOf(addresses, www),
  };
}

function anyOf(...answers: readonly DnsAnswer<unknown>[]): Fact {
  if (answers.some((answer) => answer.kind === 'found')) return 'yes';
  return answers.some((answer) => answer.kind === 'unanswered') ? 'unknown' : 'no';
}

/** The first server that answers. */
async function ask<T>(dns: Dns, look: (resolver: DnsResolver) => Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> {
  let last: DnsAnswer<T> = { kind: 'unanswered', reason: 'no name server' };
  for (const resolver of dns.resolvers) {
    last = await look(resolver);
    if (last.kind !== 'unanswered') break;
  }
  return last;
}
