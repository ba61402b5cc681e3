import { once } from 'node:events';
import { until } from '../../../server/testing/until.ts';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import type { Check } from '../fault-run.ts';
import { trySend } from '../requests.ts';
import { doubtSeconds, type FaultSetup, leaseSeconds } from './setup.ts';

const sessions = 20;
const shutdownSeconds = 15;
/** How long the relay's reply to the dot takes; every hand-over that is open at the stop needs it. */
const answerSeconds = 4;

/** P9, a deployment: a process of role `all` gets SIGTERM during a long poll and twenty open hand-overs. */
export async function stopInOrder(setup: FaultSetup, check: Check): Promise<void> {
  const { client, sink } = setup;
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('no project');
  sink.script = { dot: { afterMs: answerSeconds * 1_000, reply: '250 2.0.0 Ok' } };
  const ids = await setup.accept(6 * sessions); // more than a process that ignores SIGTERM would send before it is killed
  const process = await startProcess('all', setup.url, {
    MAIL_RELAYS: sink.url,
    LOG_LEVEL: 'fatal',
    DELIVERY_LEASE_SECONDS: String(leaseSeconds),
    DOUBT_WAIT_SECONDS: String(doubtSeconds),
    SHUTDOWN_SECONDS: String(shutdownSeconds),
  });
  const headers = { authorization: `Bearer ${project.secretKey}` };
  const poll = trySend(process.url, { method: 'GET', path: '/inbox/wait?timeout=30', headers });
  const open = await untilOpen(setup, ids);

  const ended = once(process.child, 'exit');
  const began = performance.now();
  process.child.kill('SIGTERM');
  const [code, signal] = await ended;
  const seconds = (performance.now() - began) / 1_000;
  sink.script = {};

  check('a stop beside a long poll and open hand-overs ends in time, with exit code 0 (P9)', code === 0, {
    open,
    seconds: Number(seconds.toFixed(1)),
    code,
    signal,
  });
  check('every session was handing over when the stop came (P9)', open === sessions, { open });
  check('the long poll got 503 (P9)', (await poll)?.status === 503, { status: (await poll)?.status });
  const { sent, doubts, held } = await countRemaining(setup, ids);
  check(
    'what was open is SENT, nothing is in doubt or held, the rest waits (P9)',
    sent >= open && doubts + held === 0,
    {
      sent,
      doubts,
      held,
      copies: sink.received.length,
    },
  );
}

/** Waits until every session waits for the relay's reply to its dot. */
async function untilOpen({ client }: FaultSetup, ids: readonly string[]): Promise<number> {
  let open = 0;
  const isOpen = async (): Promise<boolean> => {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from deliveries where phase = 'COMMITTING' and id = any($1)`,
      [ids],
    );
    open = rows[0]?.open ?? 0;
    return open >= sessions;
  };
  await until(isOpen, { pauseMs: 20 });
  return open;
}

async function countRemaining({ client }: FaultSetup, ids: readonly string[]) {
  const { rows } = await client.query<{ sent: number; doubts: number; held: number }>(
    `select (select count(*)::int from emails where id = any($1) and status = 'SENT') as sent,
            count(*) filter (where phase is not null)::int as doubts,
            count(*) filter (where lease_until is not null)::int as held
       from deliveries where id = any($1)`,
    [ids],
  );
  return rows[0] ?? { sent: 0, doubts: -1, held: -1 };
}
