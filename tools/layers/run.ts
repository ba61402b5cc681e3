import { repositoryRoot } from '../source/repository-root.ts';
import { checkLayers, describeViolation } from './check-layers.ts';

const violations = await checkLayers(process.argv[2] ?? repositoryRoot);
for (const violation of violations) console.log(describeViolation(violation));
console.log(violations.length === 0 ? 'layers hold' : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
