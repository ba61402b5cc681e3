import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Config, sessionUrlOf } from '#platform/config';
import { limits, refuseSharedSession, SharedSession } from '#platform/db';
import { CommandRefused } from '../commands/command.ts';

/** The project and the database of the other installation, with the option that gave it. */
export interface OtherDatabase {
  readonly projectId: string;
  readonly url: string;
  readonly option: '--from' | '--now-at';
}

const pauseMs = 100;

/** With connections to both databases, while no other command moves the project. It waits that long for one that does. */
export async function onBothDatabases<T>(
  config: Config,
  { projectId, url, option }: OtherDatabase,
  maxLockWaitMs: number,
  work: (other: Client, own: Client) => Promise<T>,
): Promise<T> {
  const ownUrl = sessionUrlOf(config);
  const [other, own] = [openClient(url), openClient(ownUrl)];
  try {
    await other.connect();
    await own.connect();
    await requireSession(other, url, option);
    await requireSession(own, ownUrl, ownSetting);
    await requireSuperuser(other, option);
    await requireSuperuser(own, ownSetting);
    for (const client of [other, own]) await takeTurn(client, projectId, maxLockWaitMs);
    return await work(other, own);
  } finally {
    await Promise.allSettled([other.end(), own.end()]);
  }
}

const ownSetting = 'DATABASE_URL (or DATABASE_DIRECT_URL)';

function openClient(url: string): Client {
  // Why no timeout for statements: copying a large table may take long.
  const { query_timeout: _none, ...untimed } = limits;
  const client = new Client({ connectionString: url, application_name: 'postrider-move', ...untimed });
  return client.on('error', () => {}); // Why: without it a lost connection ends the process. Its next statement fails
}

/** Why: a lock and a setting of a session that others get would be theirs. */
async function requireSession(client: Client, url: string, name: string): Promise<void> {
  await refuseSharedSession(client, url).catch((error: unknown) => {
    if (!(error instanceof SharedSession)) throw error;
    throw new CommandRefused(
      `${name} leads to a pooler in transaction mode.`,
      'Give the address of the database itself.',
    );
  });
}

/** Why: nobody else switches triggers off and sees the transactions of others. */
async function requireSuperuser(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  if (rows[0]?.rolsuper) return;
  throw new CommandRefused(`The login of ${name} is no superuser.`, 'Use one for this command alone.');
}

/** Why: a project that was released while it is copied would work in both. The lock ends with the session, after its last commit. */
async function takeTurn(client: Client, projectId: string, maxLockWaitMs: number): Promise<void> {
  for (const end = performance.now() + maxLockWaitMs; ; await delay(pauseMs)) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('move-project'), hashtext($1)) as taken`,
      [projectId],
    );
    if (rows[0]?.taken) return;
    if (performance.now() >= end)
      throw new CommandRefused('Another command is moving this project, or both addresses lead to one database.');
  }
}
