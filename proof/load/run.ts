import { parseArgs } from 'node:util';
import type { Check } from '../faults/fault-run.ts';
import { printingCheck } from '../faults/run-by-name.ts';
import type { LoadOptions } from './load-options.ts';

interface LoadRun {
  readonly load: () => Promise<(options: LoadOptions, check: Check) => Promise<void>>;
  readonly usual: Omit<LoadOptions, 'only'>;
}

const runs: Record<string, LoadRun> = {
  tenants: {
    load: async () => (await import('./beside-misbehaving-tenant.ts')).besideMisbehavingTenant,
    usual: { seconds: 600, perSecond: 60, tenants: 200 },
  },
  overload: {
    load: async () => (await import('./overload.ts')).overload,
    usual: { seconds: 600, perSecond: 800, tenants: 1_000 },
  },
};

export const loadNames: readonly string[] = Object.keys(runs);

/** `npm run load` or `npm run load -- overload`; `--seconds`, `--rate` and `--tenants` for other sizes, `--only` for one misbehaviour. */
async function runByCommandLine(): Promise<never> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      rate: { type: 'string' },
      tenants: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const chosen = runs[positionals[0] ?? 'tenants'];
  if (!chosen) {
    console.error(`Say which: npm run load -- ${loadNames.join(' | ')}`);
    process.exit(2);
  }
  const { load, usual } = chosen;
  const run = await load();
  const counts = { passed: 0, failed: 0 };
  await run(
    {
      seconds: Number(values.seconds ?? usual.seconds),
      perSecond: Number(values.rate ?? usual.perSecond),
      tenants: Number(values.tenants ?? usual.tenants),
      only: values.only ?? '',
    },
    printingCheck(counts),
  );
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

if (import.meta.main) await runByCommandLine();
