import type { Database } from '#platform/db';
import type { Logger } from '#platform/log';
import { type Listening, type ListenOptions, listen } from './listen.ts';

const channel = 'postrider_changes';
/** Streams are read once a second. */
const minIntervalMs = 1_000;
/** A payload of PostgreSQL has less than 8,000 bytes. */
const projectsAtOnce = 200;
/** Beyond so many projects in a second, nobody is told which. */
const maxProjects = 2_000;
const everyProject = '*';

/** Tells all processes that something was committed in a project. A notice may be lost, and says nothing about what has changed. */
export interface ChangeNotices {
  note(projectId: string): void;
  stop(): void;
}

/**
 * Notices of the transactions of this process: at once, then together once a second, and never inside a transaction, because
 * notifications serialise commits.
 */
export function makeChangeNotices(database: Database, log: Logger): ChangeNotices {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let noticedAt = -minIntervalMs;
  let isStopped = false;
  const notify = (): void => {
    timer = undefined;
    noticedAt = performance.now();
    const projects = changed.size > maxProjects ? [everyProject] : [...changed];
    changed.clear();
    const payloads: string[] = [];
    for (let from = 0; from < projects.length; from += projectsAtOnce) {
      payloads.push(projects.slice(from, from + projectsAtOnce).join(','));
    }
    database.pool
      .query(
        `select set_config('synchronous_commit', 'off', true), (select count(pg_notify($1, p.payload)) from unnest($2::text[]) p (payload))`,
        [channel, payloads],
      )
      .catch((error: unknown) => log.debug({ error }, 'changes could not be notified'));
  };
  return {
    note(projectId) {
      if (isStopped) return;
      if (changed.size <= maxProjects) changed.add(projectId);
      timer ??= setTimeout(notify, Math.max(0, noticedAt + minIntervalMs - performance.now()));
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Receives the notices of all processes. `onChange` gets null where it is not known which project has changed. */
export const listenForChanges = (
  options: Pick<ListenOptions, 'url' | 'log'>,
  onChange: (projectId: string | null) => void,
): Listening =>
  listen({
    ...options,
    channel,
    applicationName: 'postrider-changes',
    onNotification(payload) {
      for (const projectId of payload.split(',')) onChange(projectId === everyProject ? null : projectId);
    },
  });
