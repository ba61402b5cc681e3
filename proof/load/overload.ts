import type { Check } from '../faults/fault-run.ts';
import { sleep } from '../faults/fault-run.ts';
import { withLoadedInstance } from './instance.ts';
import { judgeResources } from './judge-figures.ts';
import { judgeMail } from './judge-mail.ts';
import { merged, percentile } from './latencies.ts';
import type { LoadOptions } from './load-options.ts';
import { runSteadyLoad } from './steady-load.ts';
import { makeTenants } from './tenants.ts';

/** F36: more calls than the machine can answer. Some are sent away, soon and in order; what was accepted is sent. */
export async function overload({ seconds, perSecond, tenants: count }: LoadOptions, check: Check): Promise<void> {
  await withLoadedInstance(async ({ client, api, resources }) => {
    const tenants = await makeTenants(client, count);
    const calm = { url: api.url, tenants, perSecond: Math.min(60, perSecond) };
    const first = await runSteadyLoad(calm, 20);
    const early = await resources();
    const over = await runSteadyLoad({ ...calm, perSecond }, seconds);
    await sleep(10);
    const last = await runSteadyLoad(calm, 20);
    const late = await resources();

    const all = merged(Object.values(over.byKind));
    const figures = {
      answered: all.milliseconds.length,
      sentAway: all.shed.length,
      answeredP99: Math.round(percentile(all.milliseconds, 0.99)),
      sentAwayP99: Math.round(percentile(all.shed, 0.99)),
    };
    check('every call was answered, or sent away with a time to come back', all.failures.length === 0, {
      ...figures,
      failures: all.failures.slice(0, 5),
    });
    check('nobody waited for more than a second to be sent away', figures.sentAwayP99 <= 1_000, figures);
    const after = merged(Object.values(last.byKind));
    check('afterwards every call is answered again', after.failures.length + after.shed.length === 0, {
      failures: after.failures.slice(0, 5),
    });
    judgeResources('API', early.api, late.api, check);
    judgeResources('worker', early.worker, late.worker, check);
    await judgeMail(client, [...first.accepted, ...over.accepted, ...last.accepted], check);
  });
}
