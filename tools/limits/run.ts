import { limitTable } from '../../server/src/pure/limits/index.ts';
import { readSources } from '../source/read-sources.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { allowedNumbers } from './allowed.ts';
import { checkLimits } from './check-limits.ts';

const names = Object.values(limitTable).flatMap((group) => Object.keys(group));
const complaints = checkLimits(await readSources(repositoryRoot), {
  names,
  allowed: allowedNumbers,
});
for (const line of complaints) console.log(line);
console.log(`${names.length} limits, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
