import type { DeliveryStep } from '../../../server/src/platform/faults/index.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import type { Check } from '../fault-run.ts';
import { diesWithin, type FaultSetup } from './setup.ts';

/** Mails that are under way when the next worker is armed, at least. */
const backlog = 3;

const steps: readonly DeliveryStep[] = [
  'claimed',
  'loaded',
  'connected',
  'mail',
  'rcpt',
  'data',
  'body',
  'gated',
  'dot',
  'replied',
  'recording',
  'recorded',
];

/** F4: a worker dies at each boundary in turn; the next one finds what it left. */
export async function crashAtEachPoint(setup: FaultSetup, check: Check): Promise<void> {
  const missed: string[] = [];
  for (const step of steps) {
    await setup.accept(4);
    const worker = await armed(setup, `delivery.${step}`);
    if (!worker || (await diesWithin(worker))) setup.crashes += 1;
    else missed.push(step);
    await worker?.stop();
    await forgetClaims(setup);
  }
  check('a worker died at every boundary (F4)', missed.length === 0, { boundaries: steps.length, missed });
}

/** F4, all of it: the nth passing of any boundary, n rising until a worker finishes everything untouched. */
export async function crashUntilUntouched(setup: FaultSetup, check: Check): Promise<void> {
  const max = 300;
  for (let n = 1; n <= max; n += 1) {
    // Adding mail each time, regardless of the backlog, would mean that the run never catches up.
    const { rowCount } = await setup.client.query('select from deliveries');
    if ((rowCount ?? 0) < backlog) await setup.accept(2);
    const worker = await armed(setup, `delivery.*#${n}`);
    const isDead = !worker || (await untilDeadOrIdle(setup, worker));
    await worker?.stop();
    if (!isDead) {
      check('the crash hook was raised until a run passed untouched (F4)', n > steps.length, { passings: n - 1 });
      return;
    }
    setup.crashes += 1;
    await forgetClaims(setup);
  }
  check('the crash hook was raised until a run passed untouched (F4)', false, { max });
}

/** Worker after worker dies here with claimed mails; none of these mails is poison. */
const forgetClaims = ({ client }: FaultSetup): Promise<unknown> => client.query('update deliveries set claims = 0');

/** Null when it died before it was ready: mail was waiting, and it had begun. */
const armed = (setup: FaultSetup, point: string): Promise<ServerProcess | null> =>
  setup.worker({ CRASH_AT: point }).catch(() => null);

async function untilDeadOrIdle(setup: FaultSetup, worker: ServerProcess): Promise<boolean> {
  for (;;) {
    if (await diesWithin(worker, 0.1)) return true;
    const { rowCount } = await setup.client.query('select from deliveries limit 1');
    if (rowCount === 0) return false;
  }
}
