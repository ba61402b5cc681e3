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

export const benchNames: readonly string[] = Object.keys(benches);

async function runBenches(given: readonly string[]): Promise<void> {
  const names = given.filter((word) => word in benches);
  const options = given.filter((word) => !names.includes(word));
  for (const name of names) await (await benches[name]?.())?.(options);
  if (names.length > 0) return;
  console.error(`Say which: npm run bench -- ${benchNames.join(' | ')}`);
  process.exitCode = 2;
}

if (import.meta.main) await runBenches(process.argv.slice(2));
