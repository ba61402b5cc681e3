import { benchContacts } from './contacts/index.ts';

/** `npm run bench -- <name>`: each prints one JSON line per comparison. */
const benches: Record<string, (options: readonly string[]) => Promise<void>> = {
  contacts: benchContacts,
};

const [name = '', ...options] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Say which: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
await bench(options);
