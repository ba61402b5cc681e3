import { once } from 'node:events';
import { createDatabase, urlOf } from '../../../server/testing/database.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import { startProcess } from '../../instance/instance.ts';
import { judge } from '../delivery/judge.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import type { Senders } from '../delivery/senders.ts';
import { startSenders } from '../delivery/senders.ts';
import type { FaultYard } from '../delivery/yard.ts';
import { openFaultYard } from '../delivery/yard.ts';
import type { Check, FaultRun } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { migrateWith, mostMigratorsAtOnce } from './migrators.ts';
import type { PreviousVersion } from './previous-version.ts';
import { hasHistory, unpackPrevious } from './previous-version.ts';

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
    check('F39 the previous version made its own database', made.code === 0, { from: previous.ref });
    const yard = await openFaultYard(name);
    try {
      await upgrade(yard, previous, { seconds: isShort ? 3 : 20, check });
    } finally {
      await yard.close();
    }
  } finally {
    await previous.close();
  }
};

interface Upgrade {
  /** How long each stage lasts. */
  readonly seconds: number;
  readonly check: Check;
}

async function upgrade(yard: FaultYard, { entry }: PreviousVersion, { seconds, check }: Upgrade): Promise<void> {
  const start = (role: 'api' | 'worker', version?: string): Promise<ServerProcess> =>
    startProcess(role, yard.url, { MAIL_RELAYS: yard.sink.url, LOG_LEVEL: 'fatal' }, version);
  const old = await Promise.all([start('api', entry), start('worker', entry)]);
  const live = [old[0]];
  let turn = 0;
  const senders = await startSenders(yard, () => live.slice(turn++ % live.length));
  await sleep(seconds);

  const migrating = Promise.all([migrateWith(null, yard.url), migrateWith(null, yard.url)]);
  const most = await mostMigratorsAtOnce(yard.client, migrating);
  const migrations = await migrating;
  const applied = migrations.map((one) => one.applied).filter((names) => names.length > 0);
  check(
    'F39 two migrators at once: both end well, one at a time',
    migrations.every(({ code }) => code === 0) && most === 1,
    {
      most,
      applied: applied.flat().length,
    },
  );
  check('F39 no migration was applied by both', applied.length <= 1);
  await sleep(seconds);
  check('F39 the old version is still ready', (await statusOf(old[0])) === 200);

  const young = await Promise.all([start('api'), start('worker')]);
  live.push(young[0]);
  const bothFrom = sentBy(senders);
  await sleep(seconds);
  check('F39 old and new answer side by side', sentBy(senders) > bothFrom, { requests: sentBy(senders) - bothFrom });
  live.shift();
  const codes = await Promise.all(old.map(stopped));
  check(
    'F39 the old processes end in good order',
    codes.every((code) => code === 0),
    codes,
  );
  await sleep(seconds);

  await senders.finish();
  judgeAnswers(senders, check);
  await Promise.all(young.map((process) => process.stop()));
  await judgeRequests(yard, senders.requests, check);
  check('upgrade: everything came to an end', await yard.heal());
  await judge(yard, 'upgrade', check);
}

const statusOf = ({ url }: ServerProcess): Promise<number> => fetch(`${url}/ready`).then(({ status }) => status);
const sentBy = ({ requests }: Senders): number => requests.filter(({ ids }) => ids !== null).length;

async function stopped({ child }: ServerProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}

/** An upgrade refuses nobody: no connection broke, and no answer was a 5xx. */
function judgeAnswers({ requests }: Senders, check: Check): void {
  const statuses = requests.flatMap((request) => request.statuses);
  const bad = statuses.filter((status) => status === null || status >= 500);
  check('F39 no request was refused or cut off by the upgrade', bad.length === 0, { answers: statuses.length, bad });
}
