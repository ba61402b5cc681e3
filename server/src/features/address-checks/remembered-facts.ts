import type { Clock } from '#platform/clock';
import type { Dns } from '#platform/dns';
import type { DomainFacts } from './domain-facts.ts';
import { lookUpDomain } from './domain-facts.ts';

interface Memory {
  facts: Promise<DomainFacts>;
  until: number;
}

const keptMs = 5 * 60_000;
const mostDomains = 10_000;

/** By the way to the name servers, so that two of them in one process do not share what they heard. */
const memories = new WeakMap<Dns['source'], Map<string, Memory>>();

/** Facts at most five minutes old (D-422); look-ups of one domain at one moment are one. Bounded: the oldest go first. */
export function factsAbout(dns: Dns, clock: Clock, domain: string): Promise<DomainFacts> {
  const memory = memories.get(dns.source) ?? new Map<string, Memory>();
  memories.set(dns.source, memory);
  const now = clock.now().getTime();
  const known = memory.get(domain);
  if (known && known.until > now) return known.facts;

  memory.delete(domain); // to the end of the order
  const facts = learn(memory, dns, domain);
  memory.set(domain, { facts, until: now + keptMs });
  for (const oldest of memory.keys()) {
    if (memory.size <= mostDomains) break;
    memory.delete(oldest);
  }
  return facts;
}

/** What nobody answered is asked again the next time. */
async function learn(memory: Map<string, Memory>, dns: Dns, domain: string): Promise<DomainFacts> {
  let isKnown = false;
  try {
    const facts = await lookUpDomain(dns, domain);
    isKnown = !Object.values(facts).includes('unknown');
    return facts;
  } finally {
    if (!isKnown) memory.delete(domain);
  }
}
