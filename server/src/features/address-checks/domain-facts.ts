import type { Dns, DnsAnswer, DnsResolver, MailHost } from '#platform/dns';

/** What the name servers say about a domain. `unknown`: none of them answered. */
export type DnsFact = 'yes' | 'no' | 'unknown';

export interface DomainFacts {
  exists: DnsFact;
  hasMailHost: DnsFact;
  /** The domain declares that it accepts no mail (RFC 7505). */
  refusesMail: boolean;
  hasAddress: DnsFact;
  hasWebsite: DnsFact;
}

/** Two tries of two seconds are the most that one look-up takes. */
const maxWaitMs = 4_200;

/** Looks up all records at once, and name servers only where nothing else proves that the domain exists. */
export async function lookUpDomain(dns: Dns, domain: string): Promise<DomainFacts> {
  const signal = AbortSignal.timeout(maxWaitMs);
  const [mx, addresses, www] = await Promise.all([
    firstAnswer(dns, (resolver) => resolver.mx(domain, signal)),
    firstAnswer(dns, (resolver) => resolver.addresses(domain, signal)),
    firstAnswer(dns, (resolver) => resolver.addresses(`www.${domain}`, signal)),
  ]);
  const isProven = mx.kind === 'found' || addresses.kind === 'found';
  const ns = isProven ? null : await firstAnswer(dns, (resolver) => resolver.ns(domain, signal));
  return factsOf({ mx, addresses, www, ns });
}

interface DnsAnswers {
  mx: DnsAnswer<MailHost>;
  addresses: DnsAnswer<string>;
  www: DnsAnswer<string>;
  ns: DnsAnswer<string> | null;
}

export function factsOf({ mx, addresses, www, ns }: DnsAnswers): DomainFacts {
  const hosts = mx.kind === 'found' ? mx.values.filter(({ host }) => host !== '' && host !== '.') : [];
  return {
    exists: anyOf(mx, addresses, ...(ns ? [ns] : [])),
    hasMailHost: mx.kind === 'unanswered' ? 'unknown' : hosts.length > 0 ? 'yes' : 'no',
    refusesMail: mx.kind === 'found' && hosts.length === 0,
    hasAddress: anyOf(addresses),
    hasWebsite: anyOf(addresses, www),
  };
}

function anyOf(...answers: readonly DnsAnswer<unknown>[]): DnsFact {
  if (answers.some((answer) => answer.kind === 'found')) return 'yes';
  return answers.some((answer) => answer.kind === 'unanswered') ? 'unknown' : 'no';
}

/** The answer of the first server that responds. */
async function firstAnswer<T>(
  dns: Dns,
  query: (resolver: DnsResolver) => Promise<DnsAnswer<T>>,
): Promise<DnsAnswer<T>> {
  let last: DnsAnswer<T> = { kind: 'unanswered', reason: 'no name server' };
  for (const resolver of dns.resolvers) {
    last = await query(resolver);
    if (last.kind !== 'unanswered') break;
  }
  return last;
}
