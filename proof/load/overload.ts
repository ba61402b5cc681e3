import { type Check, sleep } from '../faults/fault-run.ts';
import { withLoadedInstance } from './instance.ts';
import { judgeMail } from './judge-mail.ts';
import { judgeResources } from './judge-measurements.ts';
import { merged, percentile } from './latencies.ts';
import type { LoadOptions } from './load-options.ts';
import { shareRefusedWithin } from './server-times.ts';
import { runSteadyLoad } from './steady-load.ts';
import { makeTenants } from './tenants.ts';

/** F36: more calls than the machine can serve. Some are refused, soon and with `Retry-After`; what was accepted is sent. */
export async function overload({ seconds, perSecond, tenants: count }: LoadOptions, check: Check): Promise<void> {
  await withLoadedInstance(async ({ client, api, resources }) => {
    const tenants = await makeTenants(client, count);
    const calm = { url: api.url, tenants, perSecond: Math.min(60, perSecond) };
    const first = await runSteadyLoad(calm, 20);
    const early = await resources();
    const over = await runSteadyLoad({ ...calm, perSecond }, seconds);
    const inTime = await shareRefusedWithin(api.metricsUrl, '1');
    await sleep(10);
    const last = await runSteadyLoad(calm, 20);
    const late = await resources();

    const all = merged(Object.values(over.byKind));
    const measurements = {
      served: all.milliseconds.length,
      refused: all.shed.length,
      servedP99: Math.round(percentile(all.milliseconds, 0.99)),
      refusedP99: Math.round(percentile(all.shed, 0.99)),
    };
    check('every call was served, or refused with Retry-After', all.failures.length === 0, {
      ...measurements,
      failures: all.failures.slice(0, 5),
    });
    // Why by the server's clock: at this rate the callers, on the same cores, are later than it is. Their times are shown above.
    check('99 % of refused calls wait for a second at most', inTime >= 0.99, { share: inTime, want: 0.99 });
    const after = merged(Object.values(last.byKind));
    check('afterwards every call is served again', after.failures.length + after.shed.length === 0, {
      failures: after.failures.slice(0, 5),
    });
    judgeResources('API', early.api, late.api, check);
    judgeResources('worker', early.worker, late.worker, check);
    await judgeMail(client, [...first.accepted, ...over.accepted, ...last.accepted], check);
  });
}
