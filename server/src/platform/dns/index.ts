import { getServers } from 'node:dns';
import { Shares } from '#platform/shares';
import type { DnsResolver } from './resolver.ts';
import { clientOf, resolverAt } from './resolver.ts';

/** Look-ups that one process has under way at one server: small ones refuse more than 150, and a dead one keeps no other waiting. */
const mostAtOnce = 100;
/** Those of one project: names whose servers are dead take seconds each, and others must not wait behind them. */
const mostOfProject = 20;

/** Our own way to name servers; the one of the operating system, which blocks a thread each, is never used. */
export interface Dns {
  /** One per configured server. Whoever wants to be certain asks two. */
  readonly resolvers: readonly DnsResolver[];
  /** The same for all who ask the same servers, so that what one has heard serves the others. */
  readonly source: object;
}

/** The same servers for everybody; each project has its share, and those who wait are served in turn. */
export interface SharedDns extends Dns {
  forProject(projectId: string): Dns;
}

const instance = '';

/** `servers`: addresses with an optional port. None: those of the machine. */
export function makeDns(servers: readonly string[]): SharedDns {
  const used = (servers.length > 0 ? servers : getServers()).map((server) => ({
    server,
    client: clientOf(server),
    shares: new Shares({ places: mostAtOnce, each: (owner) => (owner === instance ? mostAtOnce : mostOfProject) }),
  }));
  const resolversOf = (owner: string): readonly DnsResolver[] =>
    used.map(({ server, client, shares }) =>
      resolverAt(server, client, (work, signal) => shares.within(owner, work, { signal })),
    );
  return {
    resolvers: resolversOf(instance),
    source: used,
    forProject(projectId) {
      let made: readonly DnsResolver[] | undefined;
      return {
        source: used,
        // Why only when asked: most requests look nothing up.
        get resolvers() {
          made ??= resolversOf(projectId);
          return made;
        },
      };
    },
  };
}

export type { DnsAnswer } from './answer.ts';
export type { DnsResolver, MailHost } from './resolver.ts';
