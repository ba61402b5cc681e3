import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { shoot } from '../shoot.ts';
import { hireCrew } from './crew.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { inOwnCluster } from './own-cluster.ts';
import type { Senders } from './senders.ts';
import { startSenders } from './senders.ts';
import type { FaultYard } from './yard.ts';
import { openFaultYard } from './yard.ts';

const awaySeconds = 5;
const mostSeconds = 10;

/** F6, P9: PostgreSQL is killed and stays away for a while. Who asks meanwhile is told to come back, and then is served. */
export function loseDatabase(check: Check): Promise<void> {
  return inOwnCluster(async (cluster) => {
    const yard = await openFaultYard();
    const workers = await hireCrew(1, () => yard.worker());
    const apis = await hireCrew(1, () => yard.api());
    const [api] = apis.members;
    if (!api) throw new Error('no API');
    const senders = await startSenders(yard, () => apis.members);
    await sleep(2);

    const back = cluster.killPostmaster(awaySeconds);
    const seen = await askFor(awaySeconds - 1, api.url, senders);
    check(
      'F6 while PostgreSQL is away every send is told to come back',
      seen.sends > 0 && seen.refused === seen.sends,
      seen,
    );
    check('F6 and the process says that it is not ready', seen.ready === 0, { ready: seen.ready });
    await back;
    check(`P9 sends are served within ${mostSeconds} s of its return`, ...(await servedIn(senders)));

    await yard.reconnect();
    await cluster.killBackend();
    const backAt = new Date();
    check(`F6 and of the death of one backend`, ...(await servedIn(senders)));
    await yard.reconnect();
    await secondsUntil(async () => (await sentSince(yard, backAt)) !== null);
    const sentAt = await sentSince(yard, backAt);
    const leftIn = sentAt ? (sentAt.getTime() - backAt.getTime()) / 1_000 : Number.POSITIVE_INFINITY;
    check(`P9 mail leaves again within ${mostSeconds} s`, leftIn < mostSeconds, { seconds: leftIn });

    await senders.finish();
    await Promise.all([workers.dismiss(), apis.dismiss()]);
    yard.crashes += 2;
    await judgeRequests(yard, senders.requests, check);
    check('database away: everything came to an end', await yard.heal());
    await judge(yard, 'database away', check);
    await yard.close();
  });
}

/** When the first mail after a moment was sent. */
async function sentSince({ client }: FaultYard, moment: Date): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>('select min(sent_at) as at from emails where sent_at > $1', [
    moment,
  ]);
  return rows[0]?.at ?? null;
}

async function askFor(seconds: number, url: string, { probe }: Senders) {
  const seen = { sends: 0, refused: 0, ready: 0, others: [] as unknown[] };
  await sleep(0.5); // the last answers of before
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(0.1)) {
    const answer = await probe();
    seen.sends += 1;
    if (answer?.status === 503 && answer.headers['retry-after'] !== undefined) seen.refused += 1;
    else seen.others.push(answer?.status ?? 'none');
    const ready = await shoot({ url: `${url}/ready`, method: 'GET', headers: {} });
    if (ready?.status === 200) seen.ready += 1;
  }
  return seen;
}

async function servedIn({ probe }: Senders): Promise<[boolean, object]> {
  const seconds = await secondsUntil(async () => (await probe())?.status === 200);
  return [seconds < mostSeconds, { seconds }];
}

async function secondsUntil(happens: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  const seconds = (): number => Number(((performance.now() - began) / 1_000).toFixed(2));
  while (seconds() < 60 && !(await happens())) await sleep(0.1);
  return seconds();
}
