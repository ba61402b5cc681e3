import { until } from '../../../server/testing/until.ts';
import { type Check, sleep } from '../fault-run.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { judgeRequests } from './judge-requests.ts';
import { startSenders } from './senders.ts';
import type { FaultSetup } from './setup.ts';

/** Why: a prepared statement shows its text once, and the proxy knows a commit by the texts before it. */
const showsTexts = { DATABASE_PREPARED_STATEMENTS: 'false' };

/** F7: the connection to the database is lost between a commit and its reply: when mail is accepted, at the gate, at the result. */
export async function loseCommits(setup: FaultSetup, each: number, check: Check): Promise<void> {
  const proxy = await startDatabaseProxy(setup.url);
  const worker = await setup.worker(showsTexts, proxy.url);
  for (const kind of ['gate', 'result'] as const) {
    const before = proxy.lost;
    proxy.lose(kind, each);
    const isLost = async (): Promise<boolean> => {
      if (proxy.lost - before >= each) return true;
      await setup.accept(6);
      return false;
    };
    await until(isLost, { pauseMs: 400 });
    check(`the reply to a commit of the ${kind} was lost (F7)`, proxy.lost - before === each, {
      times: proxy.lost - before,
    });
  }
  await loseAccepted(setup, proxy, each, check);
  await sleep(1);
  await worker.stop();
  await proxy.close();
}

/** No client gets 200 for a commit whose reply never came; a client that repeats the key learns that it had happened. */
async function loseAccepted(setup: FaultSetup, proxy: DatabaseProxy, each: number, check: Check): Promise<void> {
  const api = await setup.api(showsTexts, proxy.url);
  const senders = await startSenders(setup, () => [api]);
  const before = proxy.lost;
  proxy.lose('accept', each);
  await until(() => proxy.lost - before >= each);
  await senders.finish();
  await api.stop();
  const asked = senders.requests.filter(({ tries }) => tries > 1).length;
  check('the reply to a commit of accepted mail was lost (F7)', proxy.lost - before === each && asked >= each, {
    times: proxy.lost - before,
    askedAgain: asked,
  });
  await judgeRequests(setup, senders.requests, check);
}
