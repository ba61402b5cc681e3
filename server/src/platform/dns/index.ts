import { getServers } from 'node:dns';
import { queueOf } from './queue-of.ts';
import type { DnsResolver } from './resolver.ts';
import { resolverAt } from './resolver.ts';

/** Look-ups that one process has under way at one server: small ones refuse more than 150, and a dead one keeps no other waiting. */
const mostAtOnce = 100;

/** Our own way to name servers; the one of the operating system, which blocks a thread each, is never used. */
export interface Dns {
  /** One per configured server. Whoever wants to be certain asks two. */
  readonly resolvers: readonly DnsResolver[];
}

/** `servers`: addresses with an optional port. None: those of the machine. */
export function makeDns(servers: readonly string[]): Dns {
  const used = servers.length > 0 ? servers : getServers();
  return { resolvers: used.map((server) => resolverAt(server, queueOf(mostAtOnce))) };
}

export type { DnsAnswer } from './answer.ts';
export type { DnsResolver, MailHost } from './resolver.ts';
