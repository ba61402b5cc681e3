import type { SmtpScript } from '../../../server/testing/scripted-smtp.ts';
import { until } from '../../../server/testing/until.ts';
import { type Check, sleep } from '../fault-run.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import type { FaultSetup } from './setup.ts';

/** While the first worker is cut off, the second one's hand-over waits for its reply, or has lost it. */
const scenarios: readonly [name: string, script: SmtpScript, doubts: number][] = [
  ['waits for the reply of its relay', { dot: { afterMs: 9_000, reply: '250 2.0.0 Ok' } }, 0],
  ['is in doubt', { dot: 'keep-and-close' }, 1],
];

const mails = 4;
/** The longest pause between two tries of a result, and a little. */
const healSeconds = 6;

/**
 * F7: a worker is cut off from the database with its request to the gate. Another one takes its mails over and hands them
 * over. Then the connection heals, and late results of the first one must not touch the second one's hand-over.
 */
export async function loseGateRequests(setup: FaultSetup, rounds: number, check: Check): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [name, script, doubts] = scenarios[round % scenarios.length] ?? scenarios[0] ?? ['', {}, 0];
    const settings = { DOUBT_WAIT_SECONDS: '20' };
    const proxy = await startDatabaseProxy(setup.url);
    const first = await setup.worker(settings, proxy.url);
    proxy.cutAt('gate');
    const ids = await setup.accept(mails);
    const isCut = await until(() => proxy.isCut);
    setup.sink.script = script;
    const second = await setup.worker(settings);
    const passed = await until(async () => (await underWay(setup, ids)) === mails);
    proxy.heal();
    await sleep(healSeconds);
    const still = await underWay(setup, ids);
    check(
      `the hand-over of the worker that took over ${name}, and is left alone (F7)`,
      isCut && passed && still === mails,
      {
        mails,
        still,
      },
    );
    setup.crashes += doubts;
    await Promise.all([first.stop(), second.stop()]);
    setup.sink.script = {};
    await proxy.close();
  }
}

/** How many of them are past the gate without a known end, for the first time. */
async function underWay({ client }: FaultSetup, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from deliveries where id = any($1) and phase is not null and attempt = 1 and repeats = 0`,
    [ids],
  );
  return rows[0]?.count ?? 0;
}
