import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import type { FaultYard } from './yard.ts';

/** F7: the link to the database is lost between a commit and its answer, at the gate and at the result. */
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
  proxy.lose('gate', 0);
  await sleep(1);
  await worker.stop();
  await proxy.close();
}
