import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseEnvironment, main } from '../../../server/testing/server-process.ts';
import { until } from '../../../server/testing/until.ts';
import { inOwnCluster } from '../../faults/delivery/own-cluster.ts';
import { type Senders, startSenders } from '../../faults/delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../../faults/delivery/setup.ts';
import { untilNothingWaits } from '../../faults/delivery/until-nothing-waits.ts';
import { type Check, type FaultRun, randomFrom, sleep } from '../../faults/fault-run.ts';
import { type ServerProcess, settingsFor } from '../../instance/instance.ts';
import { adapt, shownFile } from '../shown-file.ts';
import { type ArchivedCluster, makeArchivedCluster } from './archived-cluster.ts';
import { judgeCopies, judgeLoss, judgeReport, type Report, waitingIn } from './judge-recovery.ts';

const run = promisify(execFile);
/** Longer than `archive_timeout` and a push. */
const archivedSeconds = 40;
/** Of all workers together; fewer than are accepted, so that mail waits at any moment. */
const ratePerSecond = '4';
const callers = 4;
const workers = 2;

/** What a round of the run is: how far back, and whether the operator follows the page. */
interface Round {
  readonly name: string;
  readonly to: 'latest' | 'time';
  /** False: processes run on, and nobody pauses. */
  readonly isByThePage: boolean;
}

const rounds: readonly Round[] = [
  { name: 'to the latest moment, by the page', to: 'latest', isByThePage: true },
  { name: 'to a time, workers running and no pause by hand', to: 'time', isByThePage: false },
];

/** The data folder is deleted under load; pgBackRest restores it, once to the end of its archive and once to a time. */
export const recoveryRun: FaultRun = async ({ isShort, seed, check }) => {
  const random = randomFrom(seed);
  let archived: ArchivedCluster | undefined;
  const make = async (): Promise<ArchivedCluster> => {
    archived = await makeArchivedCluster();
    return archived;
  };
  await inOwnCluster(async () => {
    if (!archived) throw new Error('no cluster');
    const setup = await openFaultSetup();
    for (const round of rounds) {
      const loadSeconds = (isShort ? 1 : 60) + 4 * random();
      await recover({ setup, cluster: archived, round, loadSeconds, check });
    }
    await setup.close();
  }, make);
};

interface RoundInput {
  readonly setup: FaultSetup;
  readonly cluster: ArchivedCluster;
  readonly round: Round;
  readonly loadSeconds: number;
  readonly check: Check;
}

async function recover(input: RoundInput): Promise<void> {
  const started: ServerProcess[] = [];
  try {
    await recoverWith(input, started);
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
}

/** `started` gets every process, so that none is left behind. */
async function recoverWith(
  { setup, cluster, round, loadSeconds, check }: RoundInput,
  started: ServerProcess[],
): Promise<void> {
  const folder = join(cluster.folder, 'sent'); // one for both rounds, as an installation has it
  const settings = { SENT_LOG: folder, MAIL_RATE_PER_SECOND: ratePerSecond };
  let apis: ServerProcess[] = [];
  const startAll = async (): Promise<void> => {
    apis = [await setup.api()];
    started.push(...apis);
    for (let count = 0; count < workers; count += 1) started.push(await setup.worker(settings));
  };
  await startAll();
  const senders = await startSenders(setup, () => apis, callers);
  await cluster.backUp();
  await sleep(loadSeconds);
  const target = new Date();
  await sleep(archivedSeconds);

  const known = await knownIds(setup);
  const wipedAt = new Date();
  if (round.isByThePage) for (const { child } of started) child.kill('SIGKILL');
  await cluster.wipe();
  const finished = senders.finish(); // those without a reply ask again until the API is back
  let left = 0;
  await cluster.restore(round.to === 'time' ? target : 'latest', () => {
    left = setup.sink.received.length; // what had passed the gate before the loss has left by now
  });
  await setup.reconnect();
  if (round.isByThePage) {
    await postrider(setup.url, 'pause.sh', folder);
    await startAll();
  }
  await judgePause(setup, round, check, left);

  const lost = await judgeLoss(setup, senders.requests, { round, wipedAt, target, known }, check);
  const report = await readReport(setup.url, cluster, folder);
  await judgeReport(setup, report, round.name, check);
  const resumed = await postrider(setup.url, 'resume.sh', folder);
  await finished;
  await judgeFlow(setup, senders, check, { round, resumed });
  await judgeCopies(setup, { name: round.name, lost, reported: waitingIn(report) }, check);
}

async function knownIds({ client }: FaultSetup): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from emails');
  return rows[0]?.count ?? 0;
}

/** Workers run, mail waits, and none leaves: neither as the page says, nor when nobody has paused. */
async function judgePause({ client, sink }: FaultSetup, round: Round, check: Check, left: number): Promise<void> {
  const isPaused = await until(async () => (await client.query('select from worker_pause')).rowCount === 1);
  await sleep(5);
  const { rows } = await client.query<{ due: number }>(
    'select count(*)::int as due from deliveries where due_at <= now()',
  );
  const due = rows[0]?.due ?? 0;
  const leftMeanwhile = sink.received.length - left;
  check(
    `${round.name}: sending is paused, and nothing leaves although workers run`,
    isPaused && leftMeanwhile === 0 && due > 0,
    {
      due,
      leftMeanwhile,
    },
  );
}

async function readReport(url: string, { folder }: ArchivedCluster, sentLog: string): Promise<Report> {
  const out = join(folder, 'left.jsonl');
  const counts = JSON.parse(await postrider(url, 'report.sh', sentLog, new Map([['left.jsonl', out]])));
  const lines = readFileSync(out, 'utf8').split('\n').filter(Boolean);
  rmSync(out);
  return { counts, mails: lines.map((line) => JSON.parse(line)) };
}

/** A command as the page shows it, with the sent log of the run. */
async function postrider(
  url: string,
  name: string,
  sentLog: string,
  replacements: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const shown = shownFile('operating/point-in-time-recovery', name);
  const folders = new Map(shown.includes('--sent-log') ? [['/var/log/postrider-sent', sentLog]] : []);
  const [program, ...args] = adapt(shown, new Map([...folders, ...replacements]))
    .trim()
    .split(/\s+/);
  if (program !== 'postrider') throw new Error(`${name} is no command of postrider`);
  const env = { ...baseEnvironment(), ...settingsFor(url) };
  return (await run(process.execPath, [main, ...args], { env })).stdout;
}

/** How long the workers may take for what waits, at the rate that the run gives them: half as long again, and a minute to begin. */
async function secondsToSend({ client }: FaultSetup): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>('select count(*)::int as waiting from deliveries');
  return 60 + (1.5 * (rows[0]?.waiting ?? 0)) / Number(ratePerSecond);
}

/** Mail that waited comes to an end, and new mail leaves. */
async function judgeFlow(
  setup: FaultSetup,
  senders: Senders,
  check: Check,
  { round, resumed }: { readonly round: Round; readonly resumed: string },
): Promise<void> {
  const before = setup.sink.received.length;
  const reply = await senders.probe();
  const isEmpty = await untilNothingWaits(setup.client, await secondsToSend(setup));
  check(
    `${round.name}: resume-sending finds the sent log whole, mail flows, and everything comes to an end`,
    isEmpty && reply?.status === 200 && JSON.parse(resumed).rest === 'send',
    {
      resumed: JSON.parse(resumed),
      leftSince: setup.sink.received.length - before,
    },
  );
}
