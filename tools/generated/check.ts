import { repositoryRoot } from '../source/repository-root.ts';
import { complaints } from './differences.ts';
import { generators } from './generators.ts';

let isInStep = true;
for (const generator of generators) {
  const found = await complaints(repositoryRoot, generator).catch((error: unknown) => [
    `${generator.name}: ${String(error)}`,
  ]);
  for (const line of found) console.log(line);
  isInStep &&= found.length === 0;
}
process.exitCode = isInStep ? 0 : 1;
