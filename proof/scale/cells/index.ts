import type { FaultRun } from '../../faults/fault-run.ts';
import { type Cell, makeCell } from './cell.ts';
import { judgeRoutes } from './judge-routes.ts';
import { loseCell } from './lose-cell.ts';
import { moveUnderLoad } from './move-under-load.ts';
import { type Router, requireHaproxy, startRouter } from './router.ts';

/** Two complete installations behind one router that reads nothing but marks and host names; one of them is lost. */
export const cells: FaultRun = async ({ isShort, check }) => {
  await requireHaproxy();
  await withCells(async (router, [lost, other]) => {
    await judgeRoutes(router, [lost, other], check);
    await loseCell({ router, lost, other, seconds: isShort ? 15 : 60, check });
    await moveUnderLoad({ router, from: lost, to: other, check });
  });
};

async function withCells(work: (router: Router, cells: readonly [Cell, Cell]) => Promise<void>): Promise<void> {
  const made: Cell[] = [];
  let router: Router | null = null;
  try {
    for (const mark of ['eu1', 'eu2']) made.push(await makeCell(mark));
    const [first, second] = made;
    if (!first || !second) throw new Error('no cells');
    await Promise.all([first.start(), second.start()]);
    router = await startRouter([first, second]);
    await work(router, [first, second]);
  } finally {
    await router?.stop();
    for (const cell of made) await cell.drop().catch((error: unknown) => console.error(error)); // an earlier error is more important
  }
}
