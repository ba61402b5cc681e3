import type { Client } from 'pg';
import type { Services } from '../../../server/src/platform/context/index.ts';
import { median, report } from '../comparison.ts';
import { countRows, fillTo } from './backlog.ts';
import { drainBare } from './drain-bare.ts';
import { drainOurs } from './drain-ours.ts';

const rounds = 3;
const milliseconds = 6_000;

/** Claims and completions a second on a backlog of one project, in turns with the bare loops. */
export async function compareRates(services: Services, client: Client, rows: number): Promise<void> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await rateOf(client, rows, () => oursFor(services)));
    bare.push(await rateOf(client, rows, () => drainBare(services.config.DATABASE_URL, milliseconds)));
  }
  report({
    name: `spool.drain, backlog of ${rows}`,
    ours: median(ours),
    bare: median(bare),
    unit: 'rows/s',
    want: { ratio: { atLeast: 0.6 } },
  });
}

/** Counted in the table, not by the drain itself. */
async function rateOf(client: Client, rows: number, drain: () => Promise<unknown>): Promise<number> {
  await fillTo(client, rows);
  const began = performance.now();
  await drain();
  const seconds = (performance.now() - began) / 1_000;
  return (rows - (await countRows(client))) / seconds;
}

async function oursFor(services: Services): Promise<void> {
  const drain = drainOurs(services);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await drain.stop();
}
