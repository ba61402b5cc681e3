import { runAll } from './run-all.ts';

type Bench = (options: readonly string[]) => Promise<void>;

/** `npm run bench -- <name>`: each prints one JSON line per comparison. Loaded only when selected. */
const benches: Record<string, () => Promise<Bench>> = {
  handoff: async () => (await import('./handoff/index.ts')).benchHandoff,
  lanes: async () => (await import('./lanes/index.ts')).benchLanes,
  contacts: async () => (await import('./contacts/index.ts')).benchContacts,
  import: async () => (await import('./import/index.ts')).benchImport,
  track: async () => (await import('./track/index.ts')).benchTrack,
  'domain-checks': async () => (await import('./domain-checks/index.ts')).benchDomainChecks,
  notices: async () => (await import('./notices/index.ts')).benchNotices,
  segments: async () => (await import('./segments/index.ts')).benchSegments,
  poison: async () => (await import('./poison/index.ts')).benchPoison,
  send: async () => (await import('./send/index.ts')).benchSend,
  spool: async () => (await import('./spool/index.ts')).benchSpool,
};

const [name = '', ...options] = process.argv.slice(2);
const load = benches[name];
if (name === 'all') {
  const isGood = await runAll(Object.keys(benches), { record: options.includes('--record') });
  process.exitCode = isGood ? 0 : 1;
} else if (load) {
  const bench = await load();
  await bench(options);
} else {
  console.error(`Say which: npm run bench -- ${[...Object.keys(benches), 'all [--record]'].join(' | ')}`);
  process.exitCode = 2;
}
