import { runAll } from './run-all.ts';

type Bench = (options: readonly string[]) => Promise<void>;

/** `npm run bench -- <name> …`: each prints one JSON line per comparison. Loaded only when selected. */
const benches: Record<string, () => Promise<Bench>> = {
  fairness: async () => (await import('./fairness/index.ts')).benchFairness,
  fanout: async () => (await import('./fanout/index.ts')).benchFanout,
  handoff: async () => (await import('./handoff/index.ts')).benchHandoff,
  lanes: async () => (await import('./lanes/index.ts')).benchLanes,
  counting: async () => (await import('./counting/index.ts')).benchCounting,
  contacts: async () => (await import('./contacts/index.ts')).benchContacts,
  import: async () => (await import('./import/index.ts')).benchImport,
  track: async () => (await import('./track/index.ts')).benchTrack,
  'domain-checks': async () => (await import('./domain-checks/index.ts')).benchDomainChecks,
  notices: async () => (await import('./notices/index.ts')).benchNotices,
  reports: async () => (await import('./reports/index.ts')).benchReports,
  segments: async () => (await import('./segments/index.ts')).benchSegments,
  preflight: async () => (await import('./preflight/index.ts')).benchPreflight,
  poison: async () => (await import('./poison/index.ts')).benchPoison,
  'request-log': async () => (await import('./request-log/index.ts')).benchRequestLog,
  send: async () => (await import('./send/index.ts')).benchSend,
  through: async () => (await import('./through/index.ts')).benchThrough,
  spool: async () => (await import('./spool/index.ts')).benchSpool,
  stream: async () => (await import('./stream/index.ts')).benchStream,
  workflows: async () => (await import('./workflows/index.ts')).benchWorkflows,
};

const given = process.argv.slice(2);
const names = given.filter((name) => !name.startsWith('-')).filter((name) => name in benches || name === 'all');
const options = given.filter((word) => !names.includes(word));
if (names.includes('all')) {
  const isGood = await runAll(Object.keys(benches), { record: options.includes('--record') });
  process.exitCode = isGood ? 0 : 1;
} else {
  for (const name of names) await (await benches[name]?.())?.(options);
}
if (names.length === 0) {
  console.error(`Say which: npm run bench -- ${[...Object.keys(benches), 'all [--record]'].join(' | ')}`);
  process.exitCode = 2;
}
