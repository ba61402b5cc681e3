import { request } from 'node:http';
import { sleep } from '../faults/fault-run.ts';
import { type MisbehavingCall, misbehaviours } from './misbehaviours.ts';
import { headersOf } from './steady-load.ts';
import type { Tenant } from './tenants.ts';

/** Forked by the load run: misbehaves in every way at once until it receives `stop`, then reports the statuses it got. */
const [url = '', tenantText = '', only = ''] = process.argv.slice(2);
const tenant = JSON.parse(tenantText) as Tenant; // written by startMisbehaving
let isOver = false;

const loops = misbehaviours
  .filter(({ name }) => name.includes(only))
  .map(async ({ name, atOnce, pauseSeconds, call }) => {
    let number = 0;
    const statusCounts: Record<string, number> = {};
    const loop = async (): Promise<void> => {
      while (!isOver) {
        number += 1;
        const status = await statusOf(call(tenant, number));
        statusCounts[status] = (statusCounts[status] ?? 0) + 1;
        await sleep(pauseSeconds);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
    return [name, statusCounts] as const;
  });
const unfinished = Array.from({ length: only ? 0 : 3 }, startUnfinishedBody);

process.on('message', () => {
  isOver = true;
  for (const one of unfinished) one.stop();
  Promise.all(loops).then(
    (statusCounts) => process.send?.(Object.fromEntries(statusCounts), () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/** A body without a length that never ends, a few bytes a second; opened again whenever it is refused. */
function startUnfinishedBody(): { stop(): void } {
  let outgoing: ReturnType<typeof request> | undefined;
  const open = (): void => {
    if (isOver) return;
    const headers = { ...headersOf(tenant.secretKey, 1), 'content-type': 'application/json' };
    outgoing = request(`${url}/v1/send`, { method: 'POST', headers, agent: false });
    outgoing.on('response', (response) => response.resume());
    outgoing.on('error', () => {});
    outgoing.on('close', () => setTimeout(open, 1_000));
    outgoing.write('{"subject":"');
  };
  open();
  const timer = setInterval(() => outgoing?.writable && outgoing.write('x'.repeat(16)), 1_000);
  return {
    stop() {
      clearInterval(timer);
      outgoing?.destroy();
    },
  };
}

/** The status as text, or `broken`. Minimal on purpose: it shares the machine with the measured tenants. */
function statusOf({ method = 'POST', path, headers, body }: MisbehavingCall): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const outgoing = request(url + path, { method, headers: { 'content-type': 'application/json', ...headers } });
  outgoing.on('error', () => resolve('broken'));
  outgoing.setTimeout(30_000, () => outgoing.destroy());
  outgoing.on('response', (response) => {
    response.resume();
    response.on('close', () => resolve(String(response.statusCode)));
  });
  outgoing.end(body);
  return promise;
}
