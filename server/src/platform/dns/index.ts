import { getServers } from 'node:dns';
import { Shares } from '#platform/shares';
import { clientOf, type DnsResolver, resolverAt } from './resolver.ts';

/** Look-ups of one process at one server at once: small servers refuse more than 150, and a dead one must not delay the others. */
const maxAtOnce = 100;
/** Those of one project: names whose servers are dead take seconds each, and other projects must not wait for them. */
const maxOfProject = 20;

/** Our own DNS client; the resolver of the operating system, which blocks a thread for each look-up, is never used. */
export interface Dns {
  /** One per configured server. For a certain result, query two. */
  readonly resolvers: readonly DnsResolver[];
  /** The same object for all users of the same servers, as a key for shared caches. */
  readonly source: object;
}

/** The same servers for all projects; each project has its share, and waiting look-ups are served in turn. */
export interface SharedDns extends Dns {
  forProject(projectId: string): Dns;
}

const instance = '';

/** `servers`: addresses with an optional port. None: those of the machine. */
export function makeDns(servers: readonly string[]): SharedDns {
  const used = (servers.length > 0 ? servers : getServers()).map((server) => ({
    server,
    client: clientOf(server),
    shares: new Shares({ slots: maxAtOnce, maxPerOwner: (owner) => (owner === instance ? maxAtOnce : maxOfProject) }),
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
        // Why lazily: most requests look nothing up.
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
