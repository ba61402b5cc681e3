import { request } from 'node:http';
import { sleep } from '../faults/fault-run.ts';
import { shoot, tally } from '../faults/shoot.ts';
import { misbehaviours } from './misbehaviours.ts';
import { headersOf } from './steady-load.ts';
import type { Tenant } from './tenants.ts';

/** Forked by the load run: misbehaves in every way at once until it hears `stop`, then tells how it was answered. */
const [url = '', tenantText = ''] = process.argv.slice(2);
const tenant = JSON.parse(tenantText) as Tenant; // written by startMisbehaving
let isOver = false;

const loops = misbehaviours.map(async ({ name, atOnce, pauseSeconds, call }) => {
  let number = 0;
  const answers: Awaited<ReturnType<typeof shoot>>[] = [];
  const loop = async (): Promise<void> => {
    while (!isOver) {
      number += 1;
      const { path, ...shot } = call(tenant, number);
      answers.push(await shoot({ ...shot, url: url + path }));
      await sleep(pauseSeconds);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return [name, tally(answers)] as const;
});
const unfinished = Array.from({ length: 3 }, startUnfinishedBody);

process.on('message', () => {
  isOver = true;
  for (const one of unfinished) one.stop();
  Promise.all(loops).then(
    (answers) => process.send?.(Object.fromEntries(answers), () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/** A body without a length that never ends, a few bytes a second; opened anew whenever it is refused. */
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
