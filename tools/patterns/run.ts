import { repositoryRoot } from '../source/repository-root.ts';
import { allowedPatterns } from './allowed.ts';
import { checkPatterns } from './check-patterns.ts';

const problems = await checkPatterns(process.argv[2] ?? repositoryRoot, allowedPatterns);
for (const problem of problems) console.log(problem);
console.log(
  problems.length === 0 ? 'patterns take one pass, or a bounded text' : `${problems.length} patterns to look at`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
