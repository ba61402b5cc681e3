import { until } from '../../../server/testing/until.ts';
import type { Senders } from '../../faults/delivery/senders.ts';
import type { FaultSetup } from '../../faults/delivery/setup.ts';
import { isBackInTime, maxSeconds, secondsUntilBack, stopwatch } from '../../faults/delivery/until-back.ts';
import { type Check, sleep } from '../../faults/fault-run.ts';
import { acceptsWrites, type FailoverCluster, type Roles, switchOver, syncState, untilSynchronous } from './cluster.ts';
import { watchFormerPrimary } from './former-primary.ts';
import type { Machine } from './machine.ts';

export interface Round {
  readonly name: string;
  readonly loadSeconds: number;
  readonly cluster: FailoverCluster;
  readonly setup: FaultSetup;
  readonly senders: Senders;
  /** Processes of the product that may be in the middle of a hand-over. */
  readonly workers: number;
  readonly check: Check;
}

/** `kill -9` of the postmaster: Patroni and its machine stay, and it comes back by itself. */
export const killPostmaster = (round: Round): Promise<void> =>
  changePrimary(round, { lose: ({ primary }) => primary.killPostmaster() });

/** Every process of the machine is killed, etcd included; it is switched on again when traffic is back. */
export const killMachine = (round: Round): Promise<void> =>
  changePrimary(round, { lose: ({ primary }) => primary.kill(), whenBack: ({ primary }) => primary.start() });

/** Every process of the machine stands still, and goes on as soon as the other one was promoted. */
export async function freezeMachine(round: Round): Promise<void> {
  const { name, cluster, check } = round;
  const { primary } = await untilSynchronous(cluster);
  const watch = await watchFormerPrimary(primary, cluster.url);
  let promotedAt = 0;
  await changePrimary(round, {
    lose: () => primary.freeze(),
    whenPromoted() {
      promotedAt = performance.now();
      primary.thaw();
    },
  });
  const verdict = await watch.finish(promotedAt);
  check(
    `${name}: what the former primary acknowledged is with the new one, and after it went on it acknowledged nothing new`,
    verdict.acknowledged > 0 && verdict.lost === 0 && verdict.acknowledgedLate <= 1,
    verdict,
  );
  check(
    `${name}: HAProxy let nothing through from it after the other one was promoted`,
    verdict.sessionsOfHaproxy > 0 && verdict.servedByHaproxy === 0,
    { sessions: verdict.sessionsOfHaproxy, served: verdict.servedByHaproxy },
  );
}

/** The operator exchanges the two, as before work on a machine. */
export const exchangeRoles = (round: Round): Promise<void> => changePrimary(round, { lose: switchOver });

/** The standby stands still: commits wait for it until Patroni lets the primary go on alone. */
export async function freezeStandby(round: Round): Promise<void> {
  const before = await readyForFault(round);
  const since = stopwatch();
  await before.standby.freeze();
  await judgeTraffic(round, since);
  before.standby.thaw();
  await judgeReturn(round, before.primary, before.standby, since);
}

interface Change {
  lose(roles: Roles): Promise<void>;
  whenPromoted?(): void;
  /** When traffic is back. */
  whenBack?(former: Roles): void;
}

async function changePrimary(round: Round, { lose, whenPromoted, whenBack }: Change): Promise<void> {
  const { name, check } = round;
  const before = await readyForFault(round);
  const since = stopwatch();
  await lose(before);
  const promoting = untilPromoted(before, since).then((seconds) => {
    whenPromoted?.();
    return seconds;
  });
  await judgeTraffic(round, since);
  const promoted = await promoting;
  check(`${name}: Patroni promoted the standby`, promoted !== null, {
    standby: before.standby.name,
    seconds: promoted,
  });
  whenBack?.(before);
  await judgeReturn(round, before.standby, before.primary, since);
}

/** A synchronous standby, and some seconds of load. */
async function readyForFault({ name, cluster, loadSeconds, check }: Round): Promise<Roles> {
  const roles = await untilSynchronous(cluster);
  for (const machine of cluster.pair) machine.newLog(); // what is read later is about this fault
  await sleep(loadSeconds);
  const state = await syncState(roles);
  check(`${name}: the standby was synchronous before`, state === 'sync', { standby: roles.standby.name, state });
  return roles;
}

async function judgeTraffic(round: Round, since: () => number): Promise<void> {
  const { name, setup, senders, check } = round;
  setup.crashes += round.workers;
  const back = await secondsUntilBack({ url: setup.url, probe: senders.probe, since, lostAt: new Date() });
  check(`${name}: traffic was back within ${maxSeconds} s (F6, P9)`, isBackInTime(back), back);
}

/** Ends the run if it did not come back: no further fault could be survived. */
async function judgeReturn(
  { name, cluster, setup, check }: Round,
  primary: Machine,
  lost: Machine,
  since: () => number,
): Promise<void> {
  const roles = await untilSynchronous(cluster);
  check(`${name}: the machine that was lost is the synchronous standby`, roles.primary === primary, {
    standby: roles.standby.name,
    seconds: since(),
    by: howItCameBack(lost.newLog()),
  });
  await setup.reconnect();
}

/** Seconds until the former standby writes; null if it never did. */
async function untilPromoted({ standby }: Roles, since: () => number): Promise<number | null> {
  return (await until(() => acceptsWrites(standby), { seconds: 2 * maxSeconds, pauseMs: 100 })) ? since() : null;
}

/** What Patroni has done with the data of a machine since a place in its log. */
function howItCameBack(log: string): string {
  if (log.includes('replica has been created using')) return 'a copy';
  return log.includes('pg_rewind exit code=0') ? 'pg_rewind' : 'its own data';
}
