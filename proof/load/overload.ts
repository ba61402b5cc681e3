import { type Check, sleep } from '../faults/fault-run.ts';
import { withLoadedInstance } from './instance.ts';
import { judgeMail } from './judge-mail.ts';
import { judgeResources } from './judge-measurements.ts';
import { merged, percentile } from './latencies.ts';
import type { LoadOptions } from './load-options.ts';
import { shareRefusedWithin } from './server-times.ts';
import { type LoadResult, runSteadyLoad, type SteadyLoad } from './steady-load.ts';
import { makeTenants } from './tenants.ts';

/**
 * F36: more calls than the machine can serve. Some are refused, soon and with `Retry-After`; what was accepted is sent. What the processes
 * hold is compared with what they held after the first minute of it: a process that has served thousands of connections holds more than a
 * new one, and only what goes on growing is lost.
 */
export async function overload({ seconds, perSecond, tenants: count }: LoadOptions, check: Check): Promise<void> {
  await withLoadedInstance(async ({ client, api, resources }) => {
    const tenants = await makeTenants(client, count);
    const calm = { url: api.url, tenants, perSecond: Math.min(60, perSecond) };
    const first = await runSteadyLoad(calm, 20);
    const idle = await resources();
    const firstMinute = await runSteadyLoad({ ...calm, perSecond }, Math.min(60, seconds / 2));
    const early = await afterwards(calm, resources);
    const rest = await runSteadyLoad({ ...calm, perSecond }, Math.max(seconds - 60, seconds / 2));
    const inTime = await shareRefusedWithin(api.metricsUrl, '1');
    const late = await afterwards(calm, resources);

    const all = merged([firstMinute, rest].flatMap(({ byKind }) => Object.values(byKind)));
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
    const after = merged([early, late].flatMap(({ load }) => Object.values(load.byKind)));
    check('afterwards every call is served again', after.failures.length + after.shed.length === 0, {
      failures: after.failures.slice(0, 5),
    });
    judgeResources('API', { idle: idle.api, early: early.held.api, late: late.held.api }, check);
    judgeResources('worker', { idle: idle.worker, early: early.held.worker, late: late.held.worker }, check);
    const loads = [first, firstMinute, early.load, rest, late.load];
    await judgeMail(
      client,
      loads.flatMap(({ accepted }) => accepted),
      check,
    );
  });
}

/** A load that can be served, once what waited is over, and what the processes hold then. */
async function afterwards<T>(calm: SteadyLoad, resources: () => Promise<T>): Promise<{ load: LoadResult; held: T }> {
  await sleep(10);
  const load = await runSteadyLoad(calm, 20);
  return { load, held: await resources() };
}
