import type { Clock } from '#platform/clock';
import type { ProjectContext } from '#platform/context';
import type { Dns } from '#platform/dns';
import { domainOf } from '#pure/addresses';
import { Cache } from '#pure/cache';
import { type AddressVerdict, judgeAddress } from './address-verdict.ts';
import { type DomainFacts, lookUpDomain } from './domain-facts.ts';
import { classifyDomain } from './domain-lists.ts';

/** Whether mail can reach an address, and what kind of address it is. No mailbox is probed, nothing is stored. */
export async function checkAddress(ctx: Pick<ProjectContext, 'dns' | 'clock'>, email: string): Promise<AddressVerdict> {
  const domain = domainOf(email);
  return judgeAddress(email, classifyDomain(domain), await getDomainFacts(ctx.dns, ctx.clock, domain));
}

/** One cache per source of name servers, so that two sources in one process do not share answers. */
const caches = new WeakMap<Dns['source'], Cache<string, DomainFacts>>();

/** Facts at most five minutes old (D-422); concurrent look-ups of one domain are one. */
function getDomainFacts(dns: Dns, clock: Clock, domain: string): Promise<DomainFacts> {
  const cache = caches.get(dns.source) ?? makeCache(clock);
  caches.set(dns.source, cache);
  return cache.load(domain, () => lookUpDomain(dns, domain), isComplete);
}

const makeCache = (clock: Clock): Cache<string, DomainFacts> =>
  new Cache({ maxEntries: 10_000, age: { maxMs: 5 * 60_000, now: () => clock.now().getTime() } });

/** A fact that could not be looked up is not cached. */
const isComplete = (facts: DomainFacts): boolean => !Object.values(facts).includes('unknown');
