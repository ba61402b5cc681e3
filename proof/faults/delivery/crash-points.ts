import type { DeliveryStep } from '../../../server/src/platform/faults/index.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import type { Check } from '../fault-run.ts';
import type { FaultYard } from './yard.ts';
import { diesWithin } from './yard.ts';

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
export async function crashAtEachPoint(yard: FaultYard, check: Check): Promise<void> {
  const missed: string[] = [];
  for (const step of steps) {
    await yard.accept(4);
    const worker = await armed(yard, `delivery.${step}`);
    if (!worker || (await diesWithin(worker, 15))) yard.crashes += 1;
    else missed.push(step);
    await worker?.stop();
    await forgetClaims(yard);
  }
  check('F4 a worker died at every boundary', missed.length === 0, { boundaries: steps.length, missed });
}

/** F4, all of it: the nth passing of any boundary, n rising until a worker finishes everything untouched. */
export async function crashUntilUntouched(yard: FaultYard, check: Check): Promise<void> {
  const most = 300;
  for (let n = 1; n <= most; n += 1) {
    // With more mail each time, whatever the last one left, the run would never catch up.
    const { rowCount } = await yard.client.query('select from deliveries');
    if ((rowCount ?? 0) < backlog) await yard.accept(2);
    const worker = await armed(yard, `delivery.*#${n}`);
    const isDead = !worker || (await untilDeadOrIdle(yard, worker));
    await worker?.stop();
    if (!isDead) {
      check('F4 the crash hook was raised until a run passed untouched', n > steps.length, { passings: n - 1 });
      return;
    }
    yard.crashes += 1;
    await forgetClaims(yard);
  }
  check('F4 the crash hook was raised until a run passed untouched', false, { most });
}

/** Worker after worker dies here, with every mail in its hands; none of them is poison. */
const forgetClaims = ({ client }: FaultYard): Promise<unknown> => client.query('update deliveries set claims = 0');

/** Null when it died before it was ready: mail was waiting, and it had begun. */
const armed = (yard: FaultYard, point: string): Promise<ServerProcess | null> =>
  yard.worker({ CRASH_AT: point }).catch(() => null);

async function untilDeadOrIdle(yard: FaultYard, worker: ServerProcess): Promise<boolean> {
  for (;;) {
    if (await diesWithin(worker, 0.1)) return true;
    const { rowCount } = await yard.client.query('select from deliveries limit 1');
    if (rowCount === 0) return false;
  }
}
