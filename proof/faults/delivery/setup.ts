import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { givenMails, givenSender, type MailInput } from '../../../server/testing/given-mail.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../server/testing/scripted-smtp.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { maxWaitSeconds, until } from '../../../server/testing/until.ts';
import { type ServerProcess, settingsFor, startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';

export const leaseSeconds = 2;
export const doubtSeconds = 1;

/** What was acknowledged to a client: the mails of an acknowledged commit, and suppressions with their time. */
export interface ClientLog {
  readonly accepted: string[];
  readonly suppressed: { email: string; at: Date }[];
}

/** What a run needs: a database, a project that may send, a relay that records what it took (the sink). */
export interface FaultSetup {
  readonly url: string;
  /** Its mark among several installations; empty for one. */
  readonly cell: string;
  /** Another one after `reconnect`. */
  readonly client: Client;
  readonly projectId: string;
  readonly sink: ScriptedSmtp;
  readonly log: ClientLog;
  /** How many times a process or a connection died in a way that may leave doubt. */
  crashes: number;
  /** After the database was gone. */
  reconnect(): Promise<void>;
  /** Accepts transactional and marketing mails in turn, each to a contact of its own. */
  accept(count: number): Promise<string[]>;
  /** Puts an address on the list of the project and notes when that was acknowledged. */
  suppress(email: string): Promise<void>;
  worker(settings?: Record<string, string>, databaseUrl?: string): Promise<ServerProcess>;
  api(settings?: Record<string, string>, databaseUrl?: string): Promise<ServerProcess>;
  /** Lets a healthy worker finish, moving retries in time, until nothing is under way. */
  heal(seconds?: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Uses the migrated database of this name, or creates one. Either is dropped in the end. */
export async function openFaultSetup(database?: string, cell = ''): Promise<FaultSetup> {
  const name = database ?? (await createMigratedDatabase());
  const url = urlOf(name);
  let client = await connectQuietly(url);
  const [project] = await makeProjects(client, 1, cell);
  if (!project) throw new Error('no project');
  const { SECRET_KEY = '' } = settingsFor(url);
  await givenSender(client, project.id, 'acme.example', { secret: SECRET_KEY });
  const sink = await startScriptedSmtp();
  let made = 0;
  const setup: FaultSetup = {
    url,
    cell,
    get client() {
      return client;
    },
    projectId: project.id,
    sink,
    log: { accepted: [], suppressed: [] },
    crashes: 0,
    async reconnect() {
      await client.end().catch(() => {});
      client = await connectQuietly(url);
    },
    async accept(count) {
      const people = await givenPeople(client, project.id, count, made);
      made += count;
      const ids = await givenMails(client, project.id, count, (index): MailInput => {
        const person = people[index];
        const type = index % 2 === 0 ? 'TRANSACTIONAL' : 'MARKETING';
        return person ? { type, contactId: person.id, recipient: person.email } : { type };
      });
      setup.log.accepted.push(...ids);
      return ids;
    },
    async suppress(email) {
      await client.query(
        `insert into suppressions (project_id, id, email, reason, blocks, created_at)
         values ($1, gen_random_uuid(), $2, 'MANUAL', 'ALL', now()) on conflict do nothing`,
        [project.id, email],
      );
      const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
      setup.log.suppressed.push({ email, at: rows[0]?.at ?? new Date() });
    },
    worker: (settings = {}, databaseUrl = url) =>
      startProcess('worker', databaseUrl, {
        MAIL_RELAYS: sink.url,
        LOG_LEVEL: 'warn',
        DELIVERY_LEASE_SECONDS: String(leaseSeconds),
        DOUBT_WAIT_SECONDS: String(doubtSeconds),
        CELL: cell,
        ...settings,
      }),
    api: (settings = {}, databaseUrl = url) =>
      startProcess('api', databaseUrl, { MAIL_RELAYS: sink.url, LOG_LEVEL: 'warn', CELL: cell, ...settings }),
    async heal(seconds = 120) {
      sink.script = {};
      const worker = await setup.worker();
      const isIdle = await untilIdle(setup, seconds);
      await worker.stop();
      return isIdle;
    },
    async close() {
      await client.end();
      await sink.close();
      await dropDatabase(name);
    },
  };
  return setup;
}

/** A connection whose loss is noticed only by the next query. */
export async function connectQuietly(url: string): Promise<Client> {
  const client = await connect(url);
  client.on('error', () => {});
  return client;
}

function untilIdle({ client }: FaultSetup, seconds: number): Promise<boolean> {
  const isIdle = async (): Promise<boolean> => {
    // Retries are an hour away; doubts and leases take their own time.
    await client.query(
      `update deliveries set due_at = now() where lease_until is null and phase is null and due_at > now()`,
    );
    return (await client.query('select from deliveries limit 1')).rowCount === 0;
  };
  return until(isIdle, { seconds, pauseMs: 100 });
}

async function givenPeople(client: Client, projectId: string, count: number, from: number) {
  const { rows } = await client.query<{ id: string; email: string }>(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'person-' || n || '@example.com', true, 'api', now(), now()
       from generate_series($2::int, $3::int) n returning id, email`,
    [projectId, from, from + count - 1],
  );
  return rows;
}

/** Waits for a process that is expected to end by itself; false if it still lives after that long. */
export const diesWithin = ({ child }: ServerProcess, seconds = maxWaitSeconds): Promise<boolean> =>
  until(() => child.exitCode !== null || child.signalCode !== null, { seconds });
