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
const memories = new WeakMap<Dns, Map<string, Memory>>();

/** Facts at most five minutes old (D-422); look-ups of one domain at one moment are one. Bounded: the oldest go first. */
export function factsAbout(dns: Dns, clock: Clock, domain: string): Promise<DomainFacts> {
  const memory = memories.get(dns) ?? new Map<string, Memory>();
  memories.set(dns, memory);
  const now = clock.now().getTime();
  const known = memory.get(domain);
  if (known && known.until > now) return known.facts;

  const facts = lookUpDomain(dns, domain);
  memory.delete(domain); // to the end of the order
  memory.set(domain, { facts, until: now + keptMs });
  for (const oldest of memory.keys()) {
    if (memory.size <= mostDomains) break;
    memory.delete(oldest);
  }
  void forgetUnanswered(memory, domain, facts);
  return facts;
}

/** What nobody answered is asked again the next time. */
async function forgetUnanswered(
  memory: Map<string, Memory>,
  domain: string,
  asked: Promise<DomainFacts>,
): Promise<void> {
  const isKnown = await asked.then(
    (facts) => !Object.values(facts).includes('unknown'),
    () => false,
  );
  if (!isKnown && memory.get(domain)?.facts === asked) memory.delete(domain);
}
