import { plantedCount, searchLogs } from '@postrider/server/testing/log-search';
import { uncausedSubscriptions } from '@postrider/server/testing/subscription-watch';
import { additions, besides, specified } from './endpoints.ts';
import { entries } from './entries.ts';
import { openStage } from './instance/open-stage.ts';
import { outputOfAll } from './instance/start-instance.ts';
import { judge } from './judge.ts';
import { describe } from './report.ts';

/** `npm run spec [words]`: with words, only endpoints whose name holds one of them are run. */
const words = process.argv.slice(2);
const stage = await openStage();
try {
  const verdicts = await judge(
    stage,
    entries,
    (name) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const { lines, isGood } = describe({
    specified,
    additions: [...additions, ...besides],
    verdicts,
    built: new Set([...stage.contract.endpoints, ...besides]),
    isWhole: words.length === 0,
    logs: { planted: plantedCount(), faults: searchLogs(outputOfAll()) },
  });
  for (const line of lines) console.log(line);
  const uncaused = await stage.sql(uncausedSubscriptions);
  for (const { what, contact_id: id } of uncaused) console.log(`FAIL contact ${id} was ${what} without a listed cause`);
  const isPassed = isGood && uncaused.length === 0;
  if (!isPassed) console.error(stage.output());
  process.exitCode = isPassed ? 0 : 1;
} finally {
  await stage.close();
}
