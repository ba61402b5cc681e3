import { once } from 'node:events';
import { clientOf } from '../../../server/testing/client.ts';
import { createDatabase, urlOf } from '../../../server/testing/database.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { judge } from '../delivery/judge.ts';
import { judgeAnswers } from '../delivery/judge-answers.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import { type Senders, startSenders } from '../delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type Check, type FaultRun, sleep } from '../fault-run.ts';
import { maxMigratorsAtOnce, migrateWith } from './migrators.ts';
import { hasHistory, type PreviousVersion, unpackPrevious } from './previous-version.ts';

/** F39: the old version runs under load while the new one migrates, starts beside it and takes over. */
export const upgradeFaults: FaultRun = async ({ isShort, check }) => {
  if (!hasHistory()) {
    console.log(
      'SKIPPED  upgrade: this copy does not have its whole git history, so there is no previous version to upgrade from',
    );
    return;
  }
  const previous = await unpackPrevious();
  try {
    const name = await createDatabase();
    const made = await migrateWith(previous.entry, urlOf(name));
    check('the previous version made its own database (F39)', made.code === 0, { from: previous.ref });
    const setup = await openFaultSetup(name);
    try {
      await upgrade(setup, previous, { seconds: isShort ? 3 : 20, check });
    } finally {
      await setup.close();
    }
  } finally {
    await previous.close();
  }
};

interface UpgradeOptions {
  /** How long each stage lasts. */
  readonly seconds: number;
  readonly check: Check;
}

async function upgrade(
  setup: FaultSetup,
  { entry }: PreviousVersion,
  { seconds, check }: UpgradeOptions,
): Promise<void> {
  const start = (role: 'api' | 'worker', version?: string): Promise<ServerProcess> =>
    startProcess(role, setup.url, { MAIL_RELAYS: setup.sink.url, LOG_LEVEL: 'fatal' }, version);
  const old = await Promise.all([start('api', entry), start('worker', entry)]);
  const live = [old[0]];
  let turn = 0;
  const senders = await startSenders(setup, () => live.slice(turn++ % live.length));
  await sleep(seconds);

  const migrating = Promise.all([migrateWith(null, setup.url), migrateWith(null, setup.url)]);
  const max = await maxMigratorsAtOnce(setup.client, migrating);
  const migrations = await migrating;
  const applied = migrations.map((one) => one.applied).filter((names) => names.length > 0);
  check(
    'two migrators at once: both end well, one at a time (F39)',
    migrations.every(({ code }) => code === 0) && max === 1,
    {
      max,
      applied: applied.flat().length,
    },
  );
  check('no migration was applied by both (F39)', applied.length <= 1);
  await sleep(seconds);
  check('the old version is still ready (F39)', (await statusOf(old[0])) === 200);

  const upgraded = await Promise.all([start('api'), start('worker')]);
  live.push(upgraded[0]);
  const bothFrom = sentBy(senders);
  await sleep(seconds);
  check('old and new serve requests side by side (F39)', sentBy(senders) > bothFrom, {
    requests: sentBy(senders) - bothFrom,
  });
  live.shift();
  const codes = await Promise.all(old.map(stopped));
  check(
    'the old processes end in good order (F39)',
    codes.every((code) => code === 0),
    codes,
  );
  await sleep(seconds);

  await senders.finish();
  judgeAnswers(senders, 'no request was refused or cut off by the upgrade (F39)', check);
  await Promise.all(upgraded.map((process) => process.stop()));
  await judgeRequests(setup, senders.requests, check);
  check('upgrade: everything came to an end', await setup.heal());
  await judge(setup, 'upgrade', check);
}

const statusOf = async ({ url }: ServerProcess): Promise<number> => (await clientOf(url).get('/ready')).status;
const sentBy = ({ requests }: Senders): number => requests.filter(({ ids }) => ids !== null).length;

async function stopped({ child }: ServerProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}
