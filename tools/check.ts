import { runSteps } from './check/run-steps.ts';
import { steps } from './check/steps.ts';
import { repositoryRoot } from './source/repository-root.ts';

const failed = await runSteps(repositoryRoot, steps, (line) => console.log(line));
console.log(failed.length === 0 ? 'all is in order' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
