import { additions, specified } from './endpoints.ts';
import { entries } from './entries.ts';
import { openStage } from './instance/open-stage.ts';
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
    additions,
    verdicts,
    built: stage.contract.endpoints,
    isWhole: words.length === 0,
  });
  for (const line of lines) console.log(line);
  if (!isGood) console.error(stage.output());
  process.exitCode = isGood ? 0 : 1;
} finally {
  await stage.close();
}
