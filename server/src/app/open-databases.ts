import type { Config } from '#platform/config';
import type { Cellar } from '#platform/context';
import { openDatabase, shareConnections } from '#platform/db';
import type { Logger } from '#platform/log';

/** DATABASE_POOL_SIZE divided: most for the work of projects, each with a share; the rest for who comes in. */
export function openDatabases(config: Config, log: Logger): Pick<Cellar, 'database' | 'entryDatabase'> {
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
      places: ofProjects,
      perOwner: perProject === 0 ? ofProjects : Math.min(perProject, Math.max(1, ofProjects - 1)),
      ofInstance: Math.max(1, ofProjects - 1),
      patience: { withinMs: 30_000 },
    }),
    // Each call here is a single short statement: whoever waits a second for one comes at a bad time. One key or session has
    // one of them at a time: many calls with the same key wait for each other at its counter, and leave the way free.
    entryDatabase: shareConnections(open(ofEntry), {
      places: ofEntry,
      perOwner: Math.max(1, ofEntry - 1),
      ofInstance: ofEntry,
      patience: { withinMs: 1_000, waiting: 1_000 },
    }),
  };
}
