import { repositoryRoot } from '../source/repository-root.ts';
import { checkFloors, describeViolation } from './check-floors.ts';

const violations = await checkFloors(process.argv[2] ?? repositoryRoot);
for (const violation of violations) console.log(describeViolation(violation));
console.log(violations.length === 0 ? 'floors hold' : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
