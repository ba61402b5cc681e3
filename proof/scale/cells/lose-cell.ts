import type { Reply } from '../../../server/testing/client.ts';
import { judge } from '../../faults/delivery/judge.ts';
import { judgeAnswers } from '../../faults/delivery/judge-answers.ts';
import { judgeRequests } from '../../faults/delivery/judge-requests.ts';
import { type Senders, startSenders } from '../../faults/delivery/senders.ts';
import { type Check, sleep } from '../../faults/fault-run.ts';
import { type Latencies, merged, percentile } from '../../load/latencies.ts';
import { type LoadResult, runSteadyLoad } from '../../load/steady-load.ts';
import { makeTenants } from '../../load/tenants.ts';
import type { Cell } from './cell.ts';
import type { Router } from './router.ts';

interface Loss {
  readonly router: Router;
  readonly lost: Cell;
  readonly other: Cell;
  /** How long the cell is away. */
  readonly seconds: number;
  readonly check: Check;
}

const [clients, callsPerSecond, warmUpSeconds] = [2, 8, 5] as const;

/**
 * All of one cell is killed under load and started again: no call to the other fails, and nothing is lost or doubled in
 * either of them. How much slower the other was is shown, not judged.
 */
export async function loseCell({ router, lost, other, seconds, check }: Loss): Promise<void> {
  const tenants = await makeTenants(other.setup.client, 10, other.mark);
  const load = (lasting = seconds): Promise<LoadResult> =>
    runSteadyLoad({ url: router.url, tenants, perSecond: callsPerSecond }, lasting);
  const first = await load(warmUpSeconds);
  const [ofLost, ofOther] = [
    await startSenders(lost.setup, () => [router], clients),
    await startSenders(other.setup, () => [router], clients),
  ];
  const before = await load();
  const [during, absence] = await Promise.all([load(), probeWhileAway(ofLost, seconds), lost.kill(seconds)]);
  await sleep(2); // some calls after the return
  await Promise.all([ofLost.finish(), ofOther.finish()]);
  other.setup.log.accepted.push(...[first, before, during].flatMap(({ accepted }) => accepted));

  judgeOther(before, during, check);
  judgeAnswers(ofOther, `${other.mark}: no send was refused or cut off while ${lost.mark} was away`, check);
  judgeLost(absence, ofLost, check);
  await judgeMail(lost, ofLost, check);
  await judgeMail(other, ofOther, check);
}

interface Absence {
  /** To calls in the second half of the absence, when the router has noticed. */
  readonly replies: readonly (Reply | null)[];
  /** What all calls so far got. */
  readonly statuses: readonly (number | null)[];
}

async function probeWhileAway({ probe, requests }: Senders, seconds: number): Promise<Absence> {
  await sleep(seconds / 2);
  const replies = await Promise.all(Array.from({ length: 5 }, () => probe()));
  return { replies, statuses: requests.flatMap((request) => request.statuses) };
}

function judgeOther(before: LoadResult, during: LoadResult, check: Check): void {
  const [quiet, away] = [before, during].map(({ byKind }): Latencies => merged(Object.values(byKind)));
  if (!quiet || !away) throw new Error('no calls');
  const [p99Before, p99During] = [quiet, away].map(({ milliseconds }) => Math.round(percentile(milliseconds, 0.99)));
  check(
    'no call of the tenants of the other cell failed or was refused; their p99 is shown',
    away.failures.length + away.shed.length === 0,
    {
      ...{ calls: away.milliseconds.length, failed: away.failures.slice(0, 3), refused: away.shed.length },
      ...{ p99Before, p99During, ratio: Number(((p99During ?? 0) / (p99Before ?? 1)).toFixed(2)) },
    },
  );
}

/** What was under way when the cell was killed is cut off, a call for each client at most; all that follows is refused at once. */
function judgeLost({ replies, statuses }: Absence, { requests }: Senders, check: Check): void {
  const isPlain = (reply: Reply | null): boolean =>
    reply?.status === 503 && reply.headers['retry-after'] === '5' && reply.body.error.code === 'SERVICE_UNAVAILABLE';
  check('calls to the lost cell get a plain 503 from the router', replies.every(isPlain), {
    statuses: replies.map((reply) => reply?.status ?? null),
  });
  const isCutOff = (status: number | null): boolean => status === null || (status >= 500 && status !== 503);
  const cutOff = statuses.filter(isCutOff);
  const all = requests.flatMap((request) => request.statuses);
  check('calls that were cut off by the loss are those that were under way', cutOff.length <= clients, {
    ...{ refused: all.filter((status) => status === 503).length, cutOff: cutOff.length },
    whileItStarted: all.filter(isCutOff).length - cutOff.length,
  });
}

async function judgeMail(cell: Cell, { requests }: Senders, check: Check): Promise<void> {
  await cell.stop();
  const inCell: Check = (statement, holds, detail) => check(`${cell.mark}: ${statement}`, holds, detail);
  await judgeRequests(cell.setup, requests, inCell);
  inCell('everything came to an end', await cell.setup.heal());
  await judge(cell.setup, cell.mark, check);
}
