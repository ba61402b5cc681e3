import { freePort } from '../../../server/testing/free-port.ts';
import { submissionSettings } from '../../../server/testing/submission-setup.ts';
import { until } from '../../../server/testing/until.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import { judge } from '../delivery/judge.ts';
import { startProcessGroup } from '../delivery/process-group.ts';
import { makeSenders } from '../delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type FaultOptions, type FaultRun, randomFrom, sleep } from '../fault-run.ts';
import { judgeSubmissions } from './judge-submissions.ts';
import { startPrograms } from './programs.ts';

const programCount = 6;

/** Programs hand in mail by SMTP while the processes that take it, and the worker, are killed (D-689, D-691). */
export const submissionFaults: FaultRun = async (options) => {
  const setup = await openFaultSetup();
  try {
    await killUnderSubmissions(setup, options);
  } finally {
    await setup.close();
  }
};

async function killUnderSubmissions(setup: FaultSetup, { isShort, seed, check }: FaultOptions): Promise<void> {
  const random = randomFrom(seed);
  const ports = new Map<ServerProcess, number>();
  const apis = await startProcessGroup(2, async () => {
    const port = await freePort();
    const api = await setup.api({
      ...submissionSettings(),
      SUBMISSION_PORT: '',
      SUBMISSION_TLS_PORT: String(port),
      SUBMISSION_CONNECTIONS_PER_ADDRESS: '0', // all programs of a run come from one address
      LOG_LEVEL: 'fatal',
    });
    ports.set(api, port);
    return api;
  });
  const workers = await startProcessGroup(1, () => setup.worker());
  const senders = await makeSenders(setup, programCount);
  const programs = startPrograms(senders, () => {
    const api = apis.members[Math.floor(random() * apis.members.length)];
    return (api && ports.get(api)) ?? null;
  });

  const kills = { api: 0, worker: 0 };
  const accepted = (): number => programs.mails.filter(({ isAccepted }) => isAccepted).length;
  for (let wanted = isShort ? 6 : 60; wanted > 0; wanted -= 1) {
    // Why: a process that is killed before it takes mail shows nothing.
    const before = accepted();
    await until(() => apis.members.length === 2 && workers.members.length === 1 && accepted() > before + 10);
    await sleep(random() * 0.3);
    if (random() < 0.75) kills.api += apis.kill(random()) ? 1 : 0;
    else if (workers.kill(random())) {
      kills.worker += 1;
      setup.crashes += 1;
    }
  }
  await programs.finish();
  await Promise.all([apis.stop(), workers.stop()]);
  check('processes that take mail were killed under load', kills.api > 0, kills);
  await judgeSubmissions(setup, programs.mails, check);
  check('submission: everything came to an end', await setup.heal());
  await judge(setup, 'submission', check);
}
