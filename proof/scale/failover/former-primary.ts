import { Client } from 'pg';
import { readTexts, runStatements } from '../../../server/testing/database.ts';
import { sleep } from '../../faults/fault-run.ts';
import type { Machine } from './machine.ts';

/** Looks at a primary by sessions that are older than its freeze, and by new ones of HAProxy. */
interface FormerPrimaryWatch {
  /** `promotedAt`, by `performance.now()`: the other one was promoted, and this one went on. */
  finish(promotedAt: number): Promise<FormerPrimaryVerdict>;
}

interface FormerPrimaryVerdict {
  /** Writes that it acknowledged, past HAProxy. */
  readonly acknowledged: number;
  /** Those of them that the new primary does not have. */
  readonly lost: number;
  /** Those after it went on. One may be: replicated before the freeze, with only the reply missing. */
  readonly acknowledgedLate: number;
  /** Its replies by HAProxy after it went on, and how many sessions HAProxy opened in that time. */
  readonly servedByHaproxy: number;
  readonly sessionsOfHaproxy: number;
  /** Reads past HAProxy after it went on, and for how long. */
  readonly readsPastHaproxy: number;
  readonly readSeconds: number;
}

export async function watchFormerPrimary(machine: Machine, url: string): Promise<FormerPrimaryWatch> {
  await runStatements(url, 'create table if not exists probe_writes (n int primary key)', 'truncate probe_writes');
  const writes = await repeat(machine.url, 'insert into probe_writes select count(*) from probe_writes');
  const reads = await repeat(machine.url, 'select 1');
  const older = await repeat(url, 'select 1');
  const sessions = openSessions(url);
  return {
    async finish(promotedAt) {
      const isLate = ({ at }: { at: number }): boolean => at > promotedAt;
      await Promise.all([writes, reads, older, sessions].map(({ stop }) => stop()));
      const [stored = '0'] = await readTexts(url, 'select count(*)::text as value from probe_writes');
      const lateReads = reads.replies.filter(isLate);
      const lateSessions = sessions.replies.filter(isLate);
      const ofFormer = lateSessions.filter(({ port }) => port === machine.ports.postgres);
      return {
        acknowledged: writes.replies.length,
        lost: Math.max(0, writes.replies.length - Number(stored)),
        acknowledgedLate: writes.replies.filter(isLate).length,
        servedByHaproxy: older.replies.filter(isLate).length + ofFormer.length,
        sessionsOfHaproxy: lateSessions.length,
        readsPastHaproxy: lateReads.length,
        readSeconds: Number((((lateReads.at(-1)?.at ?? promotedAt) - promotedAt) / 1_000).toFixed(2)),
      };
    },
  };
}

interface Repeats<Reply> {
  readonly replies: readonly Reply[];
  stop(): Promise<void>;
}

/** The same statement on one session until that breaks. */
async function repeat(url: string, query: string): Promise<Repeats<{ at: number }>> {
  const client = await open(url);
  return collect(0.01, async () => {
    const isDone = await client.query(query).then(
      () => true,
      () => false,
    );
    return isDone ? { at: performance.now() } : 'over';
  });
}

/** New sessions, and the port of the PostgreSQL that each leads to. */
const openSessions = (url: string): Repeats<{ at: number; port: number }> =>
  collect(0.1, async () => {
    const port = await portBehind(url);
    return port === null ? 'none' : { at: performance.now(), port };
  });

function collect<Reply extends object>(
  pauseSeconds: number,
  ask: () => Promise<Reply | 'none' | 'over'>,
): Repeats<Reply> {
  const replies: Reply[] = [];
  let isStopping = false;
  const run = async (): Promise<void> => {
    while (!isStopping) {
      const reply = await ask();
      if (reply === 'over') return;
      if (reply !== 'none') replies.push(reply);
      await sleep(pauseSeconds);
    }
  };
  const running = run();
  return {
    replies,
    stop() {
      isStopping = true;
      return running;
    },
  };
}

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 60_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function portBehind(url: string): Promise<number | null> {
  const client = await open(url).catch(() => null);
  if (!client) return null;
  const { rows } = await client
    .query<{ port: number }>('select inet_server_port() as port')
    .catch(() => ({ rows: [] }));
  client.end().catch(() => {}); // a server that is lost does not reply
  return rows[0]?.port ?? null;
}
