import type { ServerProcess } from '../../instance/instance.ts';
import { judge } from '../delivery/judge.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import { startSenders } from '../delivery/senders.ts';
import type { FaultYard } from '../delivery/yard.ts';
import { openFaultYard } from '../delivery/yard.ts';
import type { Check, FaultRun } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { falseClock } from './false-clock.ts';
import { reuseKeys } from './keys.ts';
import { holdLeases, workAlone } from './mails.ts';
import { watchSchedules } from './schedules.ts';

type Clock = '+1h' | '-1h' | '+1d' | '-1d' | 'right';

/** Two clocks side by side. A day is past the time that keys are remembered for here; the short form sets them two days apart. */
const pairs: { readonly short: readonly [Clock, Clock][]; readonly long: readonly [Clock, Clock][] } = {
  short: [['+1d', '-1d']],
  long: [
    ['+1h', 'right'],
    ['-1h', 'right'],
    ['+1d', 'right'],
    ['-1d', 'right'],
    ['+1d', '-1d'],
  ],
};
const loadSeconds = { short: 1, long: 15 };

/** F29: APIs and workers believe another time than the database and than the processes beside them. */
export const clockFaults: FaultRun = async ({ isShort, check }) => {
  const form = isShort ? 'short' : 'long';
  const yard = await openFaultYard();
  try {
    for (const pair of pairs[form]) await believe(yard, pair, { seconds: loadSeconds[form], isShort, check });
    check('clocks: everything came to an end', await yard.heal());
    await judge(yard, 'clocks', check);
  } finally {
    await yard.close();
  }
};

interface Belief {
  readonly seconds: number;
  readonly isShort: boolean;
  readonly check: Check;
}

async function believe(yard: FaultYard, pair: readonly [Clock, Clock], options: Belief): Promise<void> {
  const { seconds, isShort, check } = options;
  const name = pair.join(' beside ');
  const settings = (clock: Clock): Record<string, string> => ({
    DELIVERY_LEASE_SECONDS: '5',
    IDEMPOTENCY_TTL_HOURS: '12',
    ...(clock === 'right' ? {} : falseClock(clock)),
  });
  for (const clock of pair.filter((one) => one !== 'right')) {
    const worker = await yard.worker(settings(clock));
    try {
      await workAlone(yard, clock, check);
    } finally {
      await worker.stop();
    }
  }
  const workers = await Promise.all(pair.map((clock) => yard.worker(settings(clock))));
  const [first, second] = await Promise.all([yard.api(settings(pair[0])), yard.api(settings(pair[1]))]);
  try {
    await showClock(first, pair[0], check);
    let turn = 0;
    const senders = await startSenders(yard, () => (turn++ % 2 === 0 ? [first] : [second]));
    await holdLeases(yard, name, check);
    await reuseKeys(yard, [first, second], name, check);
    if (!isShort) await watchSchedules(yard, name, check);
    await sleep(seconds);
    await senders.finish();
    await judgeRequests(yard, senders.requests, check);
  } finally {
    await Promise.all([...workers, first, second].map((process) => process.stop()));
  }
}

/** Without this a library that was not loaded would pass everything. */
async function showClock({ url }: ServerProcess, clock: Clock, check: Check): Promise<void> {
  const response = await fetch(`${url}/contacts`);
  const { error } = (await response.json()) as { error: { timestamp?: string } };
  const told = new Date(error.timestamp ?? response.headers.get('date') ?? '').getTime();
  const hours = Math.round((told - Date.now()) / 3_600_000);
  const expected = Number.parseInt(clock, 10) * (clock.endsWith('d') ? 24 : 1);
  check(`F29 the clock of a process is ${clock}`, hours === expected, { hours });
}
