import type { SmtpScript } from '../../../server/testing/scripted-smtp.ts';
import type { Check } from '../fault-run.ts';
import { randomFrom, sleep } from '../fault-run.ts';
import type { FaultYard } from './yard.ts';

const scripts: readonly [name: string, script: SmtpScript][] = [
  ['F11 421 at connect', { greeting: '421 4.3.2 Down' }],
  ['F11 421 at MAIL', { mail: '421 4.3.2 Down' }],
  ['F11 421 at the dot', { dot: '421 4.3.2 Down' }],
  ['F12 451 at RCPT', { rcpt: '451 4.3.0 Later' }],
  ['F12 452 at DATA', { data: '452 4.3.1 Full' }],
  ['F12 451 at the dot', { dot: '451 4.3.0 Later' }],
  ['F13 550 at RCPT', { rcpt: '550 5.7.1 No' }],
  ['F13 554 at the dot', { dot: '554 5.7.515 No' }],
  ['F14 hangs up after the dot', { dot: 'keep-and-close' }],
  ['F14 resets after the dot', { dot: 'reset' }],
  ['F10 resets at DATA', { data: 'reset' }],
  ['nonsense after the dot', { dot: 'certainly' }],
];

/** F10 to F14, F17: the relay misbehaves in every way in turn while mail flows and kept links are closed under it. */
export async function misbehave(yard: FaultYard, rounds: number, seed: number, check: Check): Promise<void> {
  const random = randomFrom(seed);
  const worker = await yard.worker();
  yard.sink.closesAfter = 3;
  let doubts = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [, script] of scripts) {
      yard.sink.script = script;
      const ids = await yard.accept(4);
      if (random() < 0.3 && ids[0]) await suppressRecipientOf(yard, ids[0]);
      await sleep(0.25);
      // A reset or nonsense after the dot: the sink did not keep it, and says so by having no copy.
      yard.sink.script = {};
      await yard.accept(2);
      await sleep(0.1);
      if (random() < 0.2) yard.sink.cut();
    }
    // P3: the queue is disposable for mail.
    await yard.client.query('delete from queue.job');
    const { rows } = await yard.client.query<{ count: number }>(
      `select count(*)::int as count from delivery_attempts where outcome = 'UNKNOWN' or evidence is not null`,
    );
    doubts = rows[0]?.count ?? 0;
  }
  yard.crashes += rounds * scripts.length; // a link that breaks after the dot is a doubt as well
  yard.sink.closesAfter = Number.POSITIVE_INFINITY;
  await worker.stop();
  check('F10 to F14, F17 the relay misbehaved in every way', true, { kinds: scripts.length, rounds, doubts });
}

async function suppressRecipientOf(yard: FaultYard, id: string): Promise<void> {
  const { rows } = await yard.client.query<{ recipient: string }>('select recipient from emails where id = $1', [id]);
  if (rows[0]) await yard.suppress(rows[0].recipient);
}
