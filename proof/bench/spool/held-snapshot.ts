import type { Client } from 'pg';
import type { Services } from '../../../server/src/platform/context/index.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { report } from '../comparison.ts';
import { addPages, countRows, fillTo } from './backlog.ts';
import { type Drain, drainOurs } from './drain-ours.ts';

/** The rate in the last third of a time with a forgotten open snapshot, beside the rate before it was opened. */
export async function compareUnderSnapshot(
  services: Services,
  client: Client,
  backlog: number,
  seconds: number,
): Promise<void> {
  await fillTo(client, backlog);
  const drain = drainOurs(services);
  const feeder = feed(client, drain, backlog);
  await sleep(3);
  const before = await rateOver(drain, Math.min(30, seconds / 3));

  const forgotten = await connect(services.config.DATABASE_URL);
  await forgotten.query('begin isolation level repeatable read');
  await forgotten.query('select count(*) from pg_class');
  const thirds: number[] = [];
  for (let third = 0; third < 3; third += 1) thirds.push(await rateOver(drain, seconds / 3));
  await forgotten.query('rollback');
  await forgotten.end();

  await feeder.stop();
  await drain.stop();
  console.error(`held snapshot, rows/s by thirds: ${thirds.map(Math.round).join(' ')}, before: ${Math.round(before)}`);
  const name = `spool.drain in the last third of a snapshot held ${seconds} s, bare is the rate before it`;
  report({ name, ours: thirds.at(-1) ?? 0, bare: before, unit: 'rows/s', want: { ratio: { atLeast: 0.5 } } });
}

/** Keeps the backlog at its size, so that rows go on arriving and leaving all the time. */
function feed(client: Client, drain: Drain, backlog: number): { stop(): Promise<void> } {
  let isStopping = false;
  const run = async (): Promise<void> => {
    let added = await countRows(client);
    while (!isStopping) {
      if (added - drain.handled < backlog) {
        await addPages(client, 5_000);
        added += 5_000;
      } else await sleep(0.01);
    }
  };
  const running = run();
  return {
    stop() {
      isStopping = true;
      return running;
    },
  };
}

async function rateOver(drain: Drain, seconds: number): Promise<number> {
  const [count, began] = [drain.handled, performance.now()];
  await sleep(seconds);
  return ((drain.handled - count) * 1_000) / (performance.now() - began);
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
