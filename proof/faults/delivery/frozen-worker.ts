import { until } from '../../../server/testing/until.ts';
import { type Check, sleep } from '../fault-run.ts';
import { type FaultSetup, leaseSeconds } from './setup.ts';

/** F5: a worker sleeps through its lease in the middle of its sessions, another takes over, the first one wakes. */
export async function freezeWorkers(setup: FaultSetup, rounds: number, check: Check): Promise<void> {
  const began = { data: countOfData(setup), received: setup.sink.received.length };
  for (let round = 0; round < rounds; round += 1) {
    setup.sink.script = { data: { afterMs: 1_500, reply: '354 go on' } };
    const before = countOfData(setup);
    await setup.accept(20);
    const frozen = await setup.worker();
    await until(() => countOfData(setup) >= before + 5, { pauseMs: 20 }); // sessions that wait for the relay's reply to DATA
    frozen.child.kill('SIGSTOP');
    setup.crashes += 1; // what had passed the gate at that moment may be in doubt
    const other = await setup.worker();
    await sleep(leaseSeconds * 2);
    setup.sink.script = {};
    frozen.child.kill('SIGCONT');
    await sleep(1);
    await Promise.all([frozen.stop(), other.stop()]);
  }
  // Sessions that had the whole message at the relay, were turned away at the gate and sent no dot.
  const zombies = countOfData(setup) - began.data - (setup.sink.received.length - began.received);
  check('workers slept through their leases and woke up as zombies (F5)', zombies > 0, { rounds, zombies });
}

const countOfData = ({ sink }: FaultSetup): number => sink.commands.filter((line) => line === 'DATA').length;
