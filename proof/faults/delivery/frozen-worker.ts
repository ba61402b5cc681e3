import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { FaultYard } from './yard.ts';
import { leaseSeconds } from './yard.ts';

/** F5: a worker sleeps through its lease in the middle of its sessions, another takes over, the first one wakes. */
export async function freezeWorkers(yard: FaultYard, rounds: number, check: Check): Promise<void> {
  const began = { data: countOfData(yard), received: yard.sink.received.length };
  for (let round = 0; round < rounds; round += 1) {
    yard.sink.script = { data: { afterMs: 1_500, reply: '354 go on' } };
    const before = countOfData(yard);
    await yard.accept(20);
    const frozen = await yard.worker();
    await untilData(yard, before + 5, 20);
    frozen.child.kill('SIGSTOP');
    yard.crashes += 1; // what it had passed through the gate at that moment may be in doubt
    const other = await yard.worker();
    await sleep(leaseSeconds * 2);
    yard.sink.script = {};
    frozen.child.kill('SIGCONT');
    await sleep(1);
    await Promise.all([frozen.stop(), other.stop()]);
  }
  // Sessions that had the whole message at the relay, were turned away at the gate and sent no dot.
  const zombies = countOfData(yard) - began.data - (yard.sink.received.length - began.received);
  check('F5 workers slept through their leases and woke up as zombies', zombies > 0, { rounds, zombies });
}

const countOfData = ({ sink }: FaultYard): number => sink.commands.filter((line) => line === 'DATA').length;

/** So many sessions have asked to send their message and wait for the relay's word. */
async function untilData(yard: FaultYard, count: number, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(0.02)) {
    if (countOfData(yard) >= count) return;
  }
}
