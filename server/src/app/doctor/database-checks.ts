import { Client } from 'pg';
import { leadsToPooler, limits } from '#platform/db';
import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import { isMigrated } from '../migrate.ts';

interface DatabaseFacts {
  version: number;
  version_text: string;
  synchronous_commit: string;
  fsync: string;
  full_page_writes: string;
  autovacuum: string;
  track_counts: string;
  is_superuser: boolean;
  oldest_transaction: number;
  /** Sessions of which PostgreSQL shows nothing to this login. */
  hidden_sessions: number;
  oldest_lock_wait: number;
  connections: number;
  max_connections: number;
  bytes: string;
  transaction_ids: number;
  /** Replication slots that nobody reads, with the bytes of log that each keeps. */
  idle_slots: readonly { readonly name: string; readonly bytes: number }[];
}

const factsQuery = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text,
         current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
         current_setting('full_page_writes') as full_page_writes,
         current_setting('autovacuum') as autovacuum, current_setting('track_counts') as track_counts,
         (select rolsuper from pg_roles where rolname = session_user) as is_superuser,
         coalesce((select extract(epoch from clock_timestamp() - min(xact_start))::int from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'), 0)
           as oldest_transaction,
         (select count(*)::int from pg_stat_activity
           where datname = current_database() and usesysid is not null and backend_type is null) as hidden_sessions,
         coalesce((select extract(epoch from clock_timestamp() - min(waitstart))::int from pg_locks
                    where not granted and database = (select oid from pg_database where datname = current_database())), 0)
           as oldest_lock_wait,
         (select sum(numbackends)::int from pg_stat_database) as connections,
         current_setting('max_connections')::int as max_connections,
         pg_database_size(current_database()) as bytes,
         (select age(datfrozenxid) from pg_database where datname = current_database()) as transaction_ids,
         (select coalesce(json_agg(json_build_object('name', slot_name, 'bytes', pg_wal_lsn_diff(
             case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn)) order by restart_lsn), '[]')
            from pg_replication_slots where not active and restart_lsn is not null) as idle_slots`;

/** On a connection of its own, so that settings are those that a new process gets, and a full pool hides nothing. */
async function onNewConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'postrider-doctor',
    ...limits,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {}); // a lost connection also rejects the query
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const databaseCheck: DoctorCheck = {
  id: 'database',
  group: 'database',
  why: 'Everything is kept in PostgreSQL.',
  run: ({ config }) =>
    onNewConnection(config.DATABASE_URL, async (client) => {
      const { rows } = await client.query<DatabaseFacts>(factsQuery);
      return rows.flatMap((facts) => judgements.map((judge) => judge(facts)));
    }),
};

const judgements: readonly ((facts: DatabaseFacts) => CheckFinding)[] = [
  ({ version, version_text }) => {
    const about = finding('database.version', 'Promises are made for PostgreSQL 15 and newer.');
    return version >= 150_000
      ? about.pass(`PostgreSQL ${version_text}.`)
      : about.fail(`PostgreSQL ${version_text}.`, 'Upgrade PostgreSQL to 15 or newer.');
  },
  ({ synchronous_commit, fsync, full_page_writes }) => {
    const about = finding('database.durability', 'A reply of 200 says that the change is on disk.');
    const off = Object.entries({ synchronous_commit, fsync, full_page_writes }).filter(([, value]) => value === 'off');
    if (off.length === 0)
      return about.pass(`synchronous_commit is ${synchronous_commit}, fsync and full_page_writes are on.`);
    const names = off.map(([name]) => name).join(' and ');
    return about.fail(
      `${names} ${off.length > 1 ? 'are' : 'is'} off: a 200 may be lost in a power cut.`,
      `Set ${names} to on, for the server and for this role and database.`,
    );
  },
  judgeVacuum,
  ({ is_superuser }) => {
    const about = finding('database.login', 'A login with few rights limits what a stolen DATABASE_URL can do.');
    return is_superuser
      ? about.warn(
          'The login in DATABASE_URL is a superuser.',
          'Migrate with it, and run with a login that may only become postrider_app and postrider_worker.',
        )
      : about.pass('The login in DATABASE_URL is no superuser.');
  },
  ({ oldest_transaction: seconds, hidden_sessions }) => {
    const about = finding(
      'database.transactions',
      'An old open transaction keeps dead rows, which slows the queue down.',
    );
    const seen = `The oldest open transaction is ${seconds} s old.`;
    if (seconds < 300 && hidden_sessions > 0)
      return about.unknown(
        `The login in DATABASE_URL does not see the transactions of ${hidden_sessions} sessions.`,
        'Grant it pg_read_all_stats, or look at pg_stat_activity as a superuser.',
      );
    return seconds < 300
      ? about.pass(seen)
      : about.warn(seen, 'Find it in pg_stat_activity by xact_start, and end it with pg_terminate_backend(pid).');
  },
  ({ oldest_lock_wait: seconds }) => {
    const about = finding('database.locks', 'Work that waits for a lock holds up what comes after it.');
    const seen = seconds === 0 ? 'Nothing waits for a lock.' : `A statement has waited for a lock for ${seconds} s.`;
    return seconds < 30
      ? about.pass(seen)
      : about.fail(seen, 'select pid, pg_blocking_pids(pid) from pg_locks where not granted: end what blocks.');
  },
  ({ connections, max_connections }) => {
    const about = finding('database.connections', 'Without a free connection no process can start.');
    const seen = `${connections} of ${max_connections} connections are in use.`;
    return connections < 0.85 * max_connections
      ? about.pass(seen)
      : about.warn(seen, 'Raise max_connections, or lower the pool sizes in the settings.');
  },
  ({ bytes, transaction_ids }) => {
    const about = finding('database.growth', 'A database that runs full stops everything.');
    const megabytes = Math.round(Number(bytes) / 1_048_576);
    return transaction_ids < 1_000_000_000
      ? about.pass(`The database has ${megabytes} MB. Free space on its disk cannot be seen by SQL: watch it there.`)
      : about.fail(
          `The oldest row is ${transaction_ids} transactions old; PostgreSQL stops at 2,100 million.`,
          'Run VACUUM (FREEZE) and see why autovacuum does not: an old transaction, a replication slot, a prepared transaction.',
        );
  },
  ({ idle_slots }) => judgeSlots(idle_slots),
];

/** Autovacuum does nothing without the counts. */
export function judgeVacuum({
  autovacuum,
  track_counts,
}: Pick<DatabaseFacts, 'autovacuum' | 'track_counts'>): CheckFinding {
  const about = finding(
    'database.vacuum',
    'Rows of the queue are written and deleted all day: their space must come back.',
  );
  const off = Object.entries({ autovacuum, track_counts }).filter(([, value]) => value === 'off');
  if (off.length === 0) return about.pass('autovacuum is on.');
  const names = off.map(([name]) => name).join(' and ');
  return about.warn(
    `${names} ${off.length > 1 ? 'are' : 'is'} off: tables grow, and sending slows down.`,
    `Set ${names} to on, and reload PostgreSQL.`,
  );
}

const gigabyte = 1_073_741_824;

/** The slot that keeps most decides: the log is kept from the oldest place that any of them needs. */
export function judgeSlots(idleSlots: DatabaseFacts['idle_slots']): CheckFinding {
  const about = finding(
    'database.slots',
    'What a replication slot keeps of the log is never removed, until the disk is full.',
  );
  const [oldest] = idleSlots;
  if (!oldest) return about.pass('No replication slot without a reader keeps files of the log.');
  const seen = `Nobody reads the replication slot ${oldest.name}, which keeps ${Math.round(oldest.bytes / 1_048_576)} MB of the log.`;
  if (oldest.bytes < gigabyte) return about.pass(seen);
  const action = `Start its standby or subscriber again, or drop it: select pg_drop_replication_slot('${oldest.name}')`;
  return (oldest.bytes < 10 * gigabyte ? about.warn : about.fail)(seen, action);
}

export const poolerCheck: DoctorCheck = {
  id: 'database.pooler',
  group: 'database',
  why: 'A pooler in transaction mode serves neither notifications nor migrations nor backups.',
  async run({ config: { DATABASE_URL, DATABASE_DIRECT_URL } }) {
    const about = finding(this.id, this.why);
    const isPooled = await onNewConnection(DATABASE_URL, leadsToPooler);
    if (DATABASE_DIRECT_URL === null) {
      return isPooled
        ? [about.warn('DATABASE_URL leads to a pooler.', 'Set DATABASE_DIRECT_URL to the database itself.')]
        : [about.pass('DATABASE_URL leads to the database itself.')];
    }
    return (await onNewConnection(DATABASE_DIRECT_URL, leadsToPooler))
      ? [about.fail('DATABASE_DIRECT_URL leads to a pooler.', 'Set it to the database itself.')]
      : [
          about.pass(
            `DATABASE_URL leads to ${isPooled ? 'a pooler' : 'the database'}, DATABASE_DIRECT_URL to the database itself.`,
          ),
        ];
  },
};

export const migrationCheck: DoctorCheck = {
  id: 'database.migrations',
  group: 'database',
  why: 'Code and tables must fit each other.',
  async run(ctx) {
    const about = finding(this.id, this.why);
    return (await isMigrated(ctx))
      ? [about.pass('The database is migrated to this version.')]
      : [about.fail('The database is not migrated to this version.', 'Run: postrider migrate')];
  },
};

/** Beyond this, times in records and links differ from one process to the next by as much. */
const maxDriftSeconds = 5;

export const clockCheck: DoctorCheck = {
  id: 'clock.drift',
  group: 'clock',
  why: 'Retries, sessions and expiry follow the clock of the database; signatures of mail and providers that of this machine.',
  run: ({ config, clock }) =>
    onNewConnection(config.DATABASE_URL, async (client) => {
      const before = clock.now().getTime();
      const { rows } = await client.query<{ at: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
      );
      const after = clock.now().getTime();
      // The reply was made at some moment between the two, so only what lies outside of them is drift.
      const at = rows[0]?.at ?? before;
      const drift = at > after ? at - after : Math.min(0, at - before);
      const seconds = Math.round(Math.abs(drift) / 1_000);
      const about = finding('clock.drift', clockCheck.why);
      if (seconds <= maxDriftSeconds)
        return [about.pass('The clock of this machine agrees with that of the database.')];
      const seen = `The clock is ${seconds} s ${drift > 0 ? 'behind' : 'ahead of'} the database.`;
      return [(seconds > 60 ? about.fail : about.warn)(seen, 'Keep the clocks of both machines by NTP.')];
    }),
};
