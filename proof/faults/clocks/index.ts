import { globSync } from 'node:fs';
import { clientOf } from '../../../server/testing/client.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import { judge } from '../delivery/judge.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import { startSenders } from '../delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type Check, type FaultRun, sleep } from '../fault-run.ts';
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

/** F29: APIs and workers have another time than the database and the processes beside them. */
export const clockFaults: FaultRun = async ({ isShort, check }) => {
  const form = isShort ? 'short' : 'long';
  const setup = await openFaultSetup();
  try {
    for (const pair of pairs[form]) await runWithClocks(setup, pair, { seconds: loadSeconds[form], isShort, check });
    check('clocks: everything came to an end', await setup.heal());
    await judge(setup, 'clocks', check);
  } finally {
    await setup.close();
  }
};

interface ClockOptions {
  readonly seconds: number;
  readonly isShort: boolean;
  readonly check: Check;
}

async function runWithClocks(setup: FaultSetup, pair: readonly [Clock, Clock], options: ClockOptions): Promise<void> {
  const { seconds, isShort, check } = options;
  const name = pair.join(' beside ');
  const settings = (clock: Clock): Record<string, string> => ({
    DELIVERY_LEASE_SECONDS: '5',
    IDEMPOTENCY_TTL_HOURS: '12',
    ...(clock === 'right' ? {} : falseClock(clock)),
  });
  for (const clock of pair.filter((one) => one !== 'right')) {
    const worker = await setup.worker(settings(clock));
    try {
      await workAlone(setup, clock, check);
    } finally {
      await worker.stop();
    }
  }
  const workers = await Promise.all(pair.map((clock) => setup.worker(settings(clock))));
  const [first, second] = await Promise.all([setup.api(settings(pair[0])), setup.api(settings(pair[1]))]);
  try {
    await showClock(first, pair[0], check);
    let turn = 0;
    const senders = await startSenders(setup, () => (turn++ % 2 === 0 ? [first] : [second]));
    await holdLeases(setup, name, check);
    await reuseKeys(setup, [first, second], name, check);
    if (!isShort) await watchSchedules(setup, name, check);
    await sleep(seconds);
    await senders.finish();
    await judgeRequests(setup, senders.requests, check);
  } finally {
    await Promise.all([...workers, first, second].map((process) => process.stop()));
  }
}

/** Settings by which a process believes another time than the machine. Its steady clock and its timers stay as they are. */
function falseClock(offset: string): Record<string, string> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (!library) throw new Error('a false clock needs the package libfaketime');
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Without this check a library that was not loaded would pass every other check. */
async function showClock({ url }: ServerProcess, clock: Clock, check: Check): Promise<void> {
  const { body, headers } = await clientOf(url).get('/contacts');
  const reportedAt = new Date(body.error.timestamp ?? headers.date ?? '').getTime();
  const hours = Math.round((reportedAt - Date.now()) / 3_600_000);
  const expected = Number.parseInt(clock, 10) * (clock.endsWith('d') ? 24 : 1);
  check(`the clock of a process is ${clock} (F29)`, hours === expected, { hours });
}
