import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { judgeRequests } from './judge-requests.ts';
import { startSenders } from './senders.ts';
import type { FaultYard } from './yard.ts';

/** F7: the link to the database is lost between a commit and its answer: when mail is accepted, at the gate, at the result. */
export async function loseCommits(yard: FaultYard, each: number, check: Check): Promise<void> {
  const proxy = await startDatabaseProxy(yard.url);
  const worker = await yard.worker({}, proxy.url);
  for (const kind of ['gate', 'result'] as const) {
    const before = proxy.lost;
    proxy.lose(kind, each);
    for (let round = 0; round < each * 4 && proxy.lost - before < each; round += 1) {
      await yard.accept(6);
      await sleep(0.4);
    }
    check(`F7 the answer to a commit of the ${kind} was lost`, proxy.lost - before === each, {
      times: proxy.lost - before,
    });
  }
  await loseAccepted(yard, proxy, each, check);
  await sleep(1);
  await worker.stop();
  await proxy.close();
}

/** Nobody is told 200 for a commit whose answer never came; who asks again with the key learns that it had happened. */
async function loseAccepted(yard: FaultYard, proxy: DatabaseProxy, each: number, check: Check): Promise<void> {
  // Why: a prepared statement shows its text once, and the proxy knows an accept by its text.
  const api = await yard.api({ DATABASE_PREPARED_STATEMENTS: 'false' }, proxy.url);
  const senders = await startSenders(yard, () => [api]);
  const before = proxy.lost;
  proxy.lose('accept', each);
  for (const end = Date.now() + 30_000; proxy.lost - before < each && Date.now() < end; ) await sleep(0.1);
  await senders.finish();
  await api.stop();
  const asked = senders.requests.filter(({ tries }) => tries > 1).length;
  check('F7 the answer to a commit of accepted mail was lost', proxy.lost - before === each && asked >= each, {
    times: proxy.lost - before,
    askedAgain: asked,
  });
  await judgeRequests(yard, senders.requests, check);
}
