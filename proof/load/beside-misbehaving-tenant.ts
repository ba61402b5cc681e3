import { type Check, sleep } from '../faults/fault-run.ts';
import { startRendering } from '../instance/start-rendering.ts';
import { withLoadedInstance } from './instance.ts';
import { judgeMail } from './judge-mail.ts';
import { judgeLatencies, judgeResources } from './judge-measurements.ts';
import type { LoadOptions } from './load-options.ts';
import { startMisbehaving } from './misbehaving-tenant.ts';
import { runSteadyLoad } from './steady-load.ts';
import { makeTenants } from './tenants.ts';

const warmUpShare = 0.1;

/** Mixed calls of many tenants, first among themselves, then beside one that misbehaves in every way. */
export async function besideMisbehavingTenant(options: LoadOptions, check: Check): Promise<void> {
  const { seconds, perSecond } = options;
  const warmUp = seconds * warmUpShare;
  const half = (seconds - warmUp) / 2;
  await withLoadedInstance(async ({ client, api, resources }) => {
    const [misbehaving, ...tenants] = await makeTenants(client, options.tenants + 1);
    if (!misbehaving) throw new Error('no tenant');
    const load = { url: api.url, tenants, perSecond };

    const first = await runSteadyLoad(load, warmUp);
    await startRendering(api.url, misbehaving.secretKey);
    const early = await resources();
    const quiet = await runSteadyLoad(load, half);
    const attack = startMisbehaving(api.url, misbehaving, options.only);
    const beside = await runSteadyLoad(load, half);
    console.log(`responses to the misbehaving tenant: ${JSON.stringify(await attack.stop(), null, 1)}`);
    await sleep(10); // Why: connections and bodies of the last calls are released
    const last = await runSteadyLoad(load, 20);
    const late = await resources();

    judgeLatencies(quiet, beside, check);
    const all = [first, quiet, beside, last];
    const failures = all.flatMap((one) => Object.values(one.byKind).flatMap((kind) => kind.failures));
    const shed = all.flatMap((one) => Object.values(one.byKind).flatMap((kind) => kind.shed)).length;
    const wrong = { failures: failures.slice(0, 5), count: failures.length, shed };
    check('no call of the other tenants failed or was refused with Retry-After', failures.length + shed === 0, wrong);
    judgeResources('API', { early: early.api, late: late.api }, check);
    judgeResources('worker', { early: early.worker, late: late.worker }, check);
    const connections = { early: early.connections, late: late.connections };
    check('as many connections as after the first minute', late.connections <= early.connections + 2, connections);
    await judgeMail(
      client,
      all.flatMap((one) => one.accepted),
      check,
    );
  });
}
