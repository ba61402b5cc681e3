import { plantedCount, requestLogTexts, searchLogs, searchRequestLog } from '@postrider/server/testing/log-search';
import { takeOutput } from '@postrider/server/testing/process-output';
import { uncausedSubscriptions } from '@postrider/server/testing/subscription-watch';
import { additions, besides, specified } from './endpoints.ts';
import { entries } from './entries.ts';
import { openSetup } from './instance/open-setup.ts';
import { judge } from './judge.ts';
import { describe } from './report.ts';

/** `npm run spec [words]`: with words, only endpoints whose name contains one of them are run. */
const words = process.argv.slice(2);
const setup = await openSetup();
try {
  const verdicts = await judge(
    setup,
    entries,
    (name) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  await setup.stop();
  const kept = (await setup.sql(requestLogTexts)).map(({ value }) => value);
  const { lines, isGood } = describe({
    specified,
    additions: [...additions, ...besides],
    verdicts,
    built: new Set([...setup.contract.endpoints, ...besides]),
    isWhole: words.length === 0,
    logs: {
      planted: plantedCount(),
      kept: kept.length,
      faults: [...searchLogs(takeOutput()), ...searchRequestLog(kept)],
    },
  });
  for (const line of lines) console.log(line);
  const uncaused = await setup.sql(uncausedSubscriptions);
  for (const { what, contact_id: id } of uncaused)
    console.log(`FAIL contact ${id} was ${what}, without a listed cause`);
  const isPassed = isGood && uncaused.length === 0;
  if (!isPassed) console.error(setup.output());
  process.exitCode = isPassed ? 0 : 1;
} finally {
  await setup.close();
}
