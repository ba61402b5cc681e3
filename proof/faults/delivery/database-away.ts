import { type Check, sleep } from '../fault-run.ts';
import { trySend } from '../requests.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { inOwnCluster } from './own-cluster.ts';
import { startProcessGroup } from './process-group.ts';
import { type Senders, startSenders } from './senders.ts';
import { type FaultSetup, openFaultSetup } from './setup.ts';

const awaySeconds = 5;
const maxSeconds = 10;

/** F6, P9: PostgreSQL is killed and stays away for a while. Requests meanwhile get 503 with `Retry-After`, and are served afterwards. */
export function loseDatabase(check: Check): Promise<void> {
  return inOwnCluster(async (cluster) => {
    const setup = await openFaultSetup();
    const workers = await startProcessGroup(1, () => setup.worker());
    const apis = await startProcessGroup(1, () => setup.api());
    const [api] = apis.members;
    if (!api) throw new Error('no API');
    const senders = await startSenders(setup, () => apis.members);
    await sleep(2);

    const back = cluster.killPostmaster(awaySeconds);
    const counts = await probeFor(awaySeconds - 1, api.url, senders);
    check(
      'while PostgreSQL is away every send gets 503 with Retry-After (F6)',
      counts.sends > 0 && counts.refused === counts.sends,
      counts,
    );
    check('and the process says that it is not ready (F6)', counts.ready === 0, { ready: counts.ready });
    await back;
    check(`sends are served within ${maxSeconds} s of its return (P9)`, ...(await servedWithin(senders)));

    await setup.reconnect();
    await cluster.killBackend();
    const backAt = new Date();
    check(`and of the death of one backend (F6)`, ...(await servedWithin(senders)));
    await setup.reconnect();
    await secondsUntil(async () => (await sentSince(setup, backAt)) !== null);
    const sentAt = await sentSince(setup, backAt);
    const leftIn = sentAt ? (sentAt.getTime() - backAt.getTime()) / 1_000 : Number.POSITIVE_INFINITY;
    check(`mail leaves again within ${maxSeconds} s (P9)`, leftIn < maxSeconds, { seconds: leftIn });

    await senders.finish();
    await Promise.all([workers.stop(), apis.stop()]);
    setup.crashes += 2;
    await judgeRequests(setup, senders.requests, check);
    check('database away: everything came to an end', await setup.heal());
    await judge(setup, 'database away', check);
    await setup.close();
  });
}

/** When the first mail after a moment was sent. */
async function sentSince({ client }: FaultSetup, moment: Date): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>('select min(sent_at) as at from emails where sent_at > $1', [
    moment,
  ]);
  return rows[0]?.at ?? null;
}

async function probeFor(seconds: number, url: string, { probe }: Senders) {
  const counts = { sends: 0, refused: 0, ready: 0, others: [] as unknown[] };
  await sleep(0.5); // replies to requests from before
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(0.1)) {
    const response = await probe();
    counts.sends += 1;
    if (response?.status === 503 && response.headers['retry-after'] !== undefined) counts.refused += 1;
    else counts.others.push(response?.status ?? 'none');
    const ready = await trySend(url, { method: 'GET', path: '/ready' });
    if (ready?.status === 200) counts.ready += 1;
  }
  return counts;
}

async function servedWithin({ probe }: Senders): Promise<[boolean, object]> {
  const seconds = await secondsUntil(async () => (await probe())?.status === 200);
  return [seconds < maxSeconds, { seconds }];
}

async function secondsUntil(happens: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  const seconds = (): number => Number(((performance.now() - began) / 1_000).toFixed(2));
  while (seconds() < 60 && !(await happens())) await sleep(0.1);
  return seconds();
}
