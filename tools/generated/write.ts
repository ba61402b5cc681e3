import { repositoryRoot } from '../source/repository-root.ts';
import { rewrite } from './differences.ts';
import { generators } from './generators.ts';

const names = [...generators.map((generator) => generator.name), 'all'];
const requested = process.argv[2] ?? '';
if (!names.includes(requested)) {
  console.error(`usage: node tools/generated/write.ts <${names.join('|')}>`);
  process.exit(2);
}

for (const generator of generators.filter(({ name }) => requested === 'all' || requested === name)) {
  const written = await rewrite(repositoryRoot, generator);
  for (const path of written) console.log(`wrote ${path}`);
  if (written.length === 0) console.log(`${generator.name}: nothing to do`);
}
