import { Client } from 'pg';

/** What is left in a session from an earlier client. */
interface SessionState {
  readonly pid: number;
  /** Each a sentence; none in a session that is as new. */
  readonly leftovers: readonly string[];
}

/** Those that PgBouncer itself sets for each client. */
const keptByPooler = ['application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings'];

const state = `
  select pg_backend_pid() as pid, array_remove(array[
    (select 'role ' || current_user where current_user <> session_user),
    (select 'settings ' || string_agg(name || '=' || setting, ' ') from pg_settings
      where source = 'session' and name <> all ($1)),
    (select 'channels ' || string_agg(channel, ' ') from pg_listening_channels() channel),
    (select 'prepared ' || string_agg(name, ' ') from pg_prepared_statements where name <> ''),
    (select 'cursors ' || string_agg(name, ' ') from pg_cursors where name <> ''),
    (select 'temporary tables' where pg_my_temp_schema() <> 0),
    (select 'advisory locks ' || count(*) from pg_locks
      where pid = pg_backend_pid() and locktype = 'advisory' having count(*) > 0)], null) as leftovers`;

/** The sessions behind the pooler: as many clients at once as there may be sessions, each inside a transaction, so each has its own. */
export async function statesOfSessions(pooledUrl: string, count: number): Promise<SessionState[]> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: pooledUrl }));
  try {
    return await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        await client.query('begin');
        const { rows } = await client.query<SessionState>(state, [keptByPooler]);
        return rows[0] ?? { pid: 0, leftovers: ['no answer'] };
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** What a client must not do behind a pooler: it leaves something of each kind in its session. */
export async function leaveEverything(pooledUrl: string): Promise<void> {
  const client = new Client({ connectionString: pooledUrl });
  await client.connect();
  await client.query('begin');
  await client.query('listen of_another');
  await client.query(`set search_path = 'pg_catalog'`);
  await client.query('set role postrider_app');
  await client.query('select pg_advisory_lock(70215)');
  await client.query('prepare of_another as select 1');
  await client.query('reset role; create temporary table of_another (id int); set role postrider_app');
  await client.query('commit');
  await client.end();
}
