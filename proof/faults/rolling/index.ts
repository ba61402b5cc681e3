import { once } from 'node:events';
import { clientOf } from '../../../server/testing/client.ts';
import { createMigratedDatabase } from '../../../server/testing/database.ts';
import { until } from '../../../server/testing/until.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { judge } from '../delivery/judge.ts';
import { judgeAnswers } from '../delivery/judge-answers.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import { startSenders } from '../delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type Check, type FaultRun, sleep } from '../fault-run.ts';

/** P9: two API and two worker processes are replaced one by one under load, in the way a router and an operator do it. */
export const rollingFaults: FaultRun = async ({ isShort, check }) => {
  const setup = await openFaultSetup(await createMigratedDatabase());
  try {
    await replaceAll(setup, isShort ? 1 : 3, check);
  } finally {
    await setup.close();
  }
};

async function replaceAll(setup: FaultSetup, rounds: number, check: Check): Promise<void> {
  const settings = { MAIL_RELAYS: setup.sink.url, LOG_LEVEL: 'fatal', DRAIN_SECONDS: '2' };
  const startWorker = (): Promise<ServerProcess> => startProcess('worker', setup.url, settings);
  // One of the two is several processes under a parent, so that a stop of those is under load, too.
  const starts = ['1', '2'].map((count) => () => startProcess('api', setup.url, { ...settings, PROCESSES: count }));
  const apis = await Promise.all(starts.map((start) => start()));
  const workers = await Promise.all([startWorker(), startWorker()]);
  let routed = [...apis];
  let turn = 0;
  const senders = await startSenders(setup, () => routed.slice(turn++ % routed.length));
  await sleep(1);
  const codes: (number | null)[] = [];

  for (let round = 0; round < rounds; round += 1) {
    for (const [index, start] of starts.entries()) {
      const old = apis[index];
      if (!old) continue;
      const ended = stopped(old);
      const isRed = await until(async () => (await readiness(old)) === 503, { pauseMs: 10 });
      check('a stopping API process says first that it is not ready (P9)', isRed);
      routed = routed.filter((one) => one !== old);
      codes.push(await ended);
      apis[index] = await start();
      routed = [...apis];
    }
    for (const [index, old] of workers.entries()) {
      codes.push(await stopped(old));
      workers[index] = await startWorker();
    }
  }

  await senders.finish();
  check(
    'every process that was replaced ended with code 0 (P9)',
    codes.length === rounds * 4 && codes.every((code) => code === 0),
    codes,
  );
  judgeAnswers(senders, 'no request was refused or cut off by the rolling restart (P9)', check);
  await Promise.all([...apis, ...workers].map((process) => process.stop()));
  await judgeRequests(setup, senders.requests, check);
  check('rolling: everything came to an end', await setup.heal());
  await judge(setup, 'rolling', check);
}

const readiness = async ({ metricsUrl }: ServerProcess): Promise<number> =>
  (await clientOf(metricsUrl).get('/ready')).status;

async function stopped({ child }: ServerProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}
