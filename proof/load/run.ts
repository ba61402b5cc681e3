import { parseArgs } from 'node:util';
import type { Check } from '../faults/fault-run.ts';
import { besideMisbehavingTenant } from './beside-misbehaving-tenant.ts';
import type { LoadOptions } from './load-options.ts';
import { overload } from './overload.ts';

const runs: Record<string, { run: typeof overload; usual: Omit<LoadOptions, 'only'> }> = {
  tenants: { run: besideMisbehavingTenant, usual: { seconds: 600, perSecond: 60, tenants: 200 } },
  overload: { run: overload, usual: { seconds: 600, perSecond: 800, tenants: 1_000 } },
};

/** `npm run load` or `npm run load -- overload`; `--seconds`, `--rate` and `--tenants` for other sizes, `--only` for one misbehaviour. */
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
  console.error(`Say which: npm run load -- ${Object.keys(runs).join(' | ')}`);
  process.exit(2);
}

let [passed, failed] = [0, 0];
const check: Check = (statement, holds, detail) => {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'ok' : 'NOT OK'}  ${statement}${detail === undefined ? '' : `  ${JSON.stringify(detail)}`}`);
};
const { run, usual } = chosen;
await run(
  {
    seconds: Number(values.seconds ?? usual.seconds),
    perSecond: Number(values.rate ?? usual.perSecond),
    tenants: Number(values.tenants ?? usual.tenants),
    only: values.only ?? '',
  },
  check,
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
