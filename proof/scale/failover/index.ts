import { judge } from '../../faults/delivery/judge.ts';
import { judgeRequests } from '../../faults/delivery/judge-requests.ts';
import { withDatabasesIn } from '../../faults/delivery/own-cluster.ts';
import { startSenders } from '../../faults/delivery/senders.ts';
import { openFaultSetup } from '../../faults/delivery/setup.ts';
import { type FaultRun, randomFrom } from '../../faults/fault-run.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import { needPrograms } from '../need-programs.ts';
import { makeFailoverCluster } from './cluster.ts';
import { exchangeRoles, freezeMachine, freezeStandby, killMachine, killPostmaster, type Round } from './rounds.ts';

const programs = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
};

type Fault = readonly [name: string, run: (round: Round) => Promise<void>];

const workers = 2;

const losses: readonly Fault[] = [
  ['postmaster killed', killPostmaster],
  ['machine killed', killMachine],
  ['machine frozen', freezeMachine],
];

const others: readonly Fault[] = [
  ['standby frozen', freezeStandby],
  ['switchover', exchangeRoles],
];

/** The primary is lost under load, in several ways, one after the other. Processes of the product are started once. */
export const failover: FaultRun = ({ isShort, seed, check }) => {
  needPrograms(programs);
  const random = randomFrom(seed);
  const faults = isShort ? losses : [...losses, ...others, ...losses];
  return withDatabasesIn(makeFailoverCluster, async (cluster) => {
    const setup = await openFaultSetup();
    const processes: ServerProcess[] = [];
    const started = async (process: Promise<ServerProcess>): Promise<ServerProcess> => {
      processes.push(await process);
      return process;
    };
    try {
      for (let worker = 0; worker < workers; worker += 1) await started(setup.worker());
      const api = await started(setup.api());
      const senders = await startSenders(setup, () => [api]);
      for (const [name, run] of faults) {
        const loadSeconds = 2 + 4 * random();
        await run({ name, loadSeconds, cluster, setup, senders, workers, check });
      }
      await senders.finish();
      check('no process of the product ended meanwhile', processes.every(isRunning), { processes: processes.length });
      await Promise.all(processes.map((each) => each.stop()));
      await judgeRequests(setup, senders.requests, check);
      check('failover: everything came to an end', await setup.heal());
      await judge(setup, 'failover', check);
      await setup.close();
    } finally {
      for (const { child } of processes) child.kill('SIGKILL');
    }
  });
};

const isRunning = ({ child }: ServerProcess): boolean => child.exitCode === null && child.signalCode === null;
