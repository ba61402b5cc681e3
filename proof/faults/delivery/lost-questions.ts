import type { SmtpScript } from '../../../server/testing/scripted-smtp.ts';
import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import type { FaultYard } from './yard.ts';

/** While the first worker is cut off, the second one's hand-over waits for its answer, or has lost it. */
const acts: readonly [name: string, script: SmtpScript, doubts: number][] = [
  ['waits for the answer of its relay', { dot: { afterMs: 9_000, reply: '250 2.0.0 Ok' } }, 0],
  ['is in doubt', { dot: 'keep-and-close' }, 1],
];

const mails = 4;
/** The longest pause between two tries of a result, and a little. */
const healSeconds = 6;

/**
 * F7: a worker is cut off from the database with its question to the gate. Another one takes its mails over and hands them
 * on. Then the link heals, and what the first one has to say must not touch the second one's hand-over.
 */
export async function loseQuestions(yard: FaultYard, rounds: number, check: Check): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [name, script, doubts] = acts[round % acts.length] ?? acts[0] ?? ['', {}, 0];
    const patient = { DOUBT_WAIT_SECONDS: '20' };
    const proxy = await startDatabaseProxy(yard.url);
    const first = await yard.worker(patient, proxy.url);
    proxy.cutAt('gate');
    const ids = await yard.accept(mails);
    await until(async () => proxy.isCut);
    yard.sink.script = script;
    const second = await yard.worker(patient);
    const passed = await until(async () => (await underWay(yard, ids)) === mails);
    proxy.heal();
    await sleep(healSeconds);
    const still = await underWay(yard, ids);
    check(`F7 the hand-over of the worker that took over ${name}, and is left alone`, passed && still === mails, {
      mails,
      still,
    });
    yard.crashes += doubts;
    await Promise.all([first.stop(), second.stop()]);
    yard.sink.script = {};
    await proxy.close();
  }
}

/** How many of them are past the gate without a known end, for the first time. */
async function underWay({ client }: FaultYard, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from deliveries where id = any($1) and phase is not null and attempt = 1 and repeats = 0`,
    [ids],
  );
  return rows[0]?.count ?? 0;
}

async function until(happens: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(0.05)) if (await happens()) return true;
  return false;
}
