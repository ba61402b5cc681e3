import type { SmtpScript } from '../../../server/testing/scripted-smtp.ts';
import { type Check, randomFrom, sleep } from '../fault-run.ts';
import type { FaultSetup } from './setup.ts';

const scripts: readonly [name: string, script: SmtpScript][] = [
  ['421 at connect (F11)', { greeting: '421 4.3.2 Down' }],
  ['421 at MAIL (F11)', { mail: '421 4.3.2 Down' }],
  ['421 at the dot (F11)', { dot: '421 4.3.2 Down' }],
  ['451 at RCPT (F12)', { rcpt: '451 4.3.0 Later' }],
  ['452 at DATA (F12)', { data: '452 4.3.1 Full' }],
  ['451 at the dot (F12)', { dot: '451 4.3.0 Later' }],
  ['550 at RCPT (F13)', { rcpt: '550 5.7.1 No' }],
  ['554 at the dot (F13)', { dot: '554 5.7.515 No' }],
  ['hangs up after the dot (F14)', { dot: 'keep-and-close' }],
  ['resets after the dot (F14)', { dot: 'reset' }],
  ['resets at DATA (F10)', { data: 'reset' }],
  ['nonsense after the dot', { dot: 'certainly' }],
];

/** F10 to F14, F17: the relay misbehaves in every way in turn while mail flows and kept connections are closed during use. */
export async function misbehave(setup: FaultSetup, rounds: number, seed: number, check: Check): Promise<void> {
  const random = randomFrom(seed);
  const worker = await setup.worker();
  setup.sink.closesAfter = 3;
  let doubts = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [, script] of scripts) {
      setup.sink.script = script;
      const ids = await setup.accept(4);
      if (random() < 0.3 && ids[0]) await suppressRecipientOf(setup, ids[0]);
      await sleep(0.25);
      // After a reset or nonsense at the dot the sink has kept no copy.
      setup.sink.script = {};
      await setup.accept(2);
      await sleep(0.1);
      if (random() < 0.2) setup.sink.cut();
    }
    // P3: the queue is disposable for mail.
    await setup.client.query('delete from queue.job');
    const { rows } = await setup.client.query<{ count: number }>(
      `select count(*)::int as count from delivery_attempts where outcome = 'UNKNOWN' or evidence is not null`,
    );
    doubts = rows[0]?.count ?? 0;
  }
  setup.crashes += rounds * scripts.length; // a connection that breaks after the dot is a doubt as well
  setup.sink.closesAfter = Number.POSITIVE_INFINITY;
  await worker.stop();
  check('the relay misbehaved in every way (F10 to F14, F17)', true, { kinds: scripts.length, rounds, doubts });
}

async function suppressRecipientOf(setup: FaultSetup, id: string): Promise<void> {
  const { rows } = await setup.client.query<{ recipient: string }>('select recipient from emails where id = $1', [id]);
  if (rows[0]) await setup.suppress(rows[0].recipient);
}
