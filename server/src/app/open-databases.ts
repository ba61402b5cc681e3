import type { Config } from '#platform/config';
import type { Services } from '#platform/context';
import { openDatabase, shareConnections } from '#platform/db';
import type { Logger } from '#platform/log';

/** Divides DATABASE_POOL_SIZE: most connections for the work of projects, each with a share; the rest to identify requests. */
export function openDatabases(config: Config, log: Logger): Pick<Services, 'database' | 'entryDatabase'> {
  const { DATABASE_POOL_SIZE: size, DATABASE_CONNECTIONS_PER_PROJECT: perProject } = config;
  const ofEntry = size > 3 ? 2 : 1;
  const ofProjects = Math.max(1, size - ofEntry);
  const open = (connections: number) =>
    openDatabase({
      url: config.DATABASE_URL,
      size: connections,
      preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
      onError: (error) => log.warn({ error }, 'database connection lost'),
    });
  return {
    database: shareConnections(open(ofProjects), {
      slots: ofProjects,
      perOwner: perProject === 0 ? ofProjects : Math.min(perProject, Math.max(1, ofProjects - 1)),
      ofInstance: Math.max(1, ofProjects - 1),
      waitOptions: { withinMs: 30_000 },
    }),
    // Each call here is a single short statement: a wait of nearly a second means overload if many calls wait, and otherwise that the
    // database pauses. Calls are counted, not requests: several requests with one key may share a call. One key or session has one
    // connection at a time: many calls with the same key wait for each other's count, and do not block other keys.
    entryDatabase: shareConnections(open(ofEntry), {
      slots: ofEntry,
      perOwner: Math.max(1, ofEntry - 1),
      ofInstance: ofEntry,
      waitOptions: { withinMs: 800, whileFew: { count: 16, withinMs: 5_000 }, maxWaiting: 1_000 },
    }),
  };
}
