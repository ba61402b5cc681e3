import { once } from 'node:events';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { shoot } from '../shoot.ts';
import type { FaultYard } from './yard.ts';
import { doubtSeconds, leaseSeconds } from './yard.ts';

const sessions = 20;
const shutdownSeconds = 15;
/** The relay's answers to the dot take so long; every hand-over that is open at the stop needs it. */
const answerSeconds = 4;

/** P9, a deployment: a process of role `all` is told to stop beside a long poll and twenty open hand-overs. */
export async function stopInOrder(yard: FaultYard, check: Check): Promise<void> {
  const { client, sink } = yard;
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('no project');
  sink.script = { dot: { afterMs: answerSeconds * 1_000, reply: '250 2.0.0 Ok' } };
  const ids = await yard.accept(6 * sessions); // more than would be sent until a process that goes on is killed
  const process = await startProcess('all', yard.url, {
    MAIL_RELAYS: sink.url,
    LOG_LEVEL: 'fatal',
    DELIVERY_LEASE_SECONDS: String(leaseSeconds),
    DOUBT_WAIT_SECONDS: String(doubtSeconds),
    SHUTDOWN_SECONDS: String(shutdownSeconds),
  });
  const headers = { authorization: `Bearer ${project.secretKey}` };
  const poll = shoot({ url: `${process.url}/inbox/wait?timeout=30`, method: 'GET', headers });
  const open = await untilOpen(yard, ids);

  const ended = once(process.child, 'exit');
  const began = performance.now();
  process.child.kill('SIGTERM');
  const [code, signal] = await ended;
  const seconds = (performance.now() - began) / 1_000;
  sink.script = {};

  check('P9 a stop beside a long poll and open hand-overs ends in time, with exit code 0', code === 0, {
    open,
    seconds: Number(seconds.toFixed(1)),
    code,
    signal,
  });
  check('P9 every session was handing over when the stop came', open === sessions, { open });
  check('P9 the long poll was told to come back', (await poll)?.status === 503, { status: (await poll)?.status });
  const { sent, doubts, held } = await whatIsLeft(yard, ids);
  check('P9 what was open is SENT, nothing is in doubt or held, the rest waits', sent >= open && doubts + held === 0, {
    sent,
    doubts,
    held,
    copies: sink.received.length,
  });
}

/** Until every session waits for the relay's answer to its dot. */
async function untilOpen({ client }: FaultYard, ids: readonly string[]): Promise<number> {
  let open = 0;
  for (const end = Date.now() + 20_000; open < sessions && Date.now() < end; await sleep(0.02)) {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from deliveries where phase = 'COMMITTING' and id = any($1)`,
      [ids],
    );
    open = rows[0]?.open ?? 0;
  }
  return open;
}

async function whatIsLeft({ client }: FaultYard, ids: readonly string[]) {
  const { rows } = await client.query<{ sent: number; doubts: number; held: number }>(
    `select (select count(*)::int from emails where id = any($1) and status = 'SENT') as sent,
            count(*) filter (where phase is not null)::int as doubts,
            count(*) filter (where lease_until is not null)::int as held
       from deliveries where id = any($1)`,
    [ids],
  );
  return rows[0] ?? { sent: 0, doubts: -1, held: -1 };
}
