import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bearer } from '../../../server/testing/client.ts';
import { baseEnvironment, main } from '../../../server/testing/server-process.ts';
import { until } from '../../../server/testing/until.ts';
import { idOf } from '../../faults/delivery/judge.ts';
import { type Check, sleep } from '../../faults/fault-run.ts';
import { tally, trySend } from '../../faults/requests.ts';
import { settingsFor } from '../../instance/instance.ts';
import { makeTenants, type Tenant } from '../../load/tenants.ts';
import type { Cell } from './cell.ts';
import type { Router } from './router.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const run = promisify(execFile);
const people = 10;

interface MoveRun {
  readonly router: Router;
  readonly from: Cell;
  readonly to: Cell;
  readonly check: Check;
}

/** A project goes from one cell to the other while it is used: nothing is lost or doubled, its keys and links work on. */
export async function moveUnderLoad({ router, from, to, check }: MoveRun): Promise<void> {
  await Promise.all([from.start(), to.start()]);
  const [tenant] = await makeTenants(from.setup.client, 1, from.mark);
  if (!tenant) throw new Error('no tenant');
  const links = await receiveLinks(router, from, tenant);
  const traffic = startTraffic(router, tenant);
  await sleep(3);
  const leaving = leave(router, links.slice(0, people / 2));
  const moved = await runMove(from, to, tenant);
  await router.add(moved.routerKey, to.mark);
  await Promise.all([leaving, leave(router, links.slice(people / 2))]);
  await sleep(3);
  await traffic.stop();

  check('move: every table of the project is equal in both cells', moved.tables.length > 90, {
    ...{ tables: moved.tables.length, rows: moved.rows, heldSeconds: moved.heldSeconds },
  });
  const counts = tally(traffic.statuses.map((status) => (status === null ? null : { status })));
  const isExpected = Object.keys(counts).every((word) => ['200', '409', '503'].includes(word));
  check('move: callers got their reply or 503, and none was cut off', isExpected, counts);
  await judgeMoved({ router, from, to, check }, tenant, traffic);
  await eraseCopy({ router, from, to, check }, tenant);
}

/** Addresses of the unsubscribe pages in mails that the first cell sent. */
async function receiveLinks({ url }: Router, { setup }: Cell, { id, secretKey, from }: Tenant): Promise<string[]> {
  const body = '<p><a href="{{ unsubscribeUrl }}">Leave</a></p>';
  const to = Array.from({ length: people }, (_, number) => `leaves-${number}@example.com`);
  for (const email of to) {
    const mail = { to: email, from, subject: 'Links', body, subscribed: true };
    const call = { method: 'POST', path: '/v1/send', headers: bearer(secretKey), body: mail };
    await until(async () => (await trySend(url, call))?.status === 200); // the router has to notice first that the cell is there
  }
  const arrived = () => setup.sink.received.filter((mail) => to.some((email) => mail.to.includes(email)));
  await until(() => arrived().length === people);
  const { rowCount } = await setup.client.query(
    `select from contacts where project_id = $1 and email like 'leaves-%' and subscribed`,
    [id],
  );
  if (rowCount !== people) throw new Error('there is nobody to unsubscribe');
  return arrived().map(({ message }) => {
    const text = message.toString('latin1').replaceAll('=\r\n', '');
    return new URL(/https:\/\/[^/\s"<>]+\/u\/[\w-]+/.exec(text)?.[0] ?? 'https://none/').pathname;
  });
}

/** As a mail program does: once more when it was refused for now. */
async function leave({ url }: Router, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    while ((await trySend(url, { method: 'POST', path }))?.status !== 200) await sleep(0.3);
  }
}

interface MoveOutput {
  readonly routerKey: string;
  readonly rows: number;
  readonly heldSeconds: number;
  readonly tables: readonly { name: string; rows: number }[];
}

/** `postrider move-project`, as the operator of the second cell runs it. */
async function runMove(from: Cell, to: Cell, { id }: Tenant): Promise<MoveOutput> {
  const owner = `owner@${to.mark}.example`;
  const args = [main, 'move-project', id, '--from', from.setup.url, '--owner', owner];
  const env = { ...baseEnvironment(), ...settingsFor(to.setup.url), CELL: to.mark };
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout);
}

/** `postrider erase-moved`, as the operator of the first cell runs it while both work: nobody reads the copy any more, and the project works on. */
async function eraseCopy({ router, from, to, check }: MoveRun, { id, secretKey }: Tenant): Promise<void> {
  const read = (url: string) => trySend(url, { method: 'GET', path: '/contacts', headers: bearer(secretKey) });
  const formerUrl = `http://127.0.0.1:${from.port}`;
  const before = await read(formerUrl);
  const env = { ...baseEnvironment(), ...settingsFor(from.setup.url), CELL: from.mark };
  const { stdout } = await run(process.execPath, [main, 'erase-moved', id, '--now-at', to.setup.url], { env });
  const hasEnded = await until(async () => (await read(formerUrl))?.status === 401); // a process remembers a key for some seconds
  const routed = await read(router.url);
  const { state } = JSON.parse(stdout);
  check(
    'move: erase-moved ends the keys of the copy, and the project works on in the second cell',
    before?.status === 200 && state === 'erasing' && hasEnded && routed?.status === 200,
    { before: before?.status, state, hasEnded, routed: routed?.status },
  );
}

async function judgeMoved({ router, from, to, check }: MoveRun, tenant: Tenant, traffic: Traffic): Promise<void> {
  const { client } = to.setup;
  const count = async (text: string): Promise<number> => Number((await client.query(text, [tenant.id])).rows[0].count);
  const hasEnded = await until(
    async () => (await count('select count(*) from deliveries where project_id = $1')) === 0,
  );
  const { rows } = await client.query<{ id: string; status: string }>(
    'select id, status from emails where project_id = $1',
    [tenant.id],
  );
  const sent = new Set(rows.filter(({ status }) => status === 'SENT').map(({ id }) => id));
  const copies = Map.groupBy([...from.setup.sink.received, ...to.setup.sink.received], (mail) => idOf(mail) ?? 'none');
  const lost = traffic.accepted.filter((id) => !sent.has(id) || !copies.has(id));
  const doubled = [...sent].filter((id) => (copies.get(id)?.length ?? 0) > 1);
  const here = to.setup.sink.received.filter((mail) => traffic.accepted.includes(idOf(mail) ?? '')).length;
  check(
    'move: every mail that was accepted arrived once, from one cell or the other',
    hasEnded && lost.length + doubled.length === 0,
    {
      ...{
        accepted: traffic.accepted.length,
        bySecondCell: here,
        lost: lost.slice(0, 3),
        doubled: doubled.slice(0, 3),
      },
    },
  );
  const events = await client.query<{ number: number }>(
    `select (data->>'number')::int as number from events where project_id = $1 and name = 'moved-along' order by 1`,
    [tenant.id],
  );
  const stored = events.rows.map(({ number }) => number);
  check('move: every event that was taken is stored once', String(stored) === String(traffic.tracked), {
    ...{ taken: traffic.tracked.length, stored: stored.length },
  });
  const left = await count(
    `select count(*) from contacts where project_id = $1 and email like 'leaves-%' and not subscribed`,
  );
  check('move: links made in the first cell unsubscribe in the second', left === people, { left, people });
  const direct = await trySend(`http://127.0.0.1:${from.port}`, {
    ...{ method: 'POST', path: '/contacts', headers: bearer(tenant.secretKey), body: { email: 'late@example.com' } },
  });
  const routed = await trySend(router.url, { method: 'GET', path: '/contacts', headers: bearer(tenant.secretKey) });
  check(
    'move: the first cell refuses the project, the router leads its key to the second',
    direct?.status === 503 && routed?.status === 200,
    {
      ...{ direct: direct?.status, routed: routed?.status },
    },
  );
}
