import { faultsOf, measureShape } from './shape/measure-shape.ts';
import { readSources } from './source/read-sources.ts';
import { repositoryRoot } from './source/repository-root.ts';

const shape = measureShape(await readSources(repositoryRoot));
const faults = faultsOf(shape);

console.log(`files   ${shape.files}`);
console.log(`median  ${shape.median}`);
console.log(`p90     ${shape.p90}`);
console.log(`max     ${shape.largest[0]?.lines ?? 0}`);
for (const { path, lines } of shape.largest) console.log(`        ${lines} ${path}`);
console.log(`cycles  ${shape.cycles}`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
