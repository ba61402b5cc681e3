import { parseArgs } from 'node:util';
import { bearer, clientOf } from '@postrider/server/testing/client';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { connect } from '../../../server/testing/spool-setup.ts';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { foldSeed, seedReports } from './seed.ts';

const paths = [
  '/analytics/timeseries?mode=all',
  '/analytics/timeseries?mode=all&interval=hour',
  '/activity',
  '/activity?mode=live&limit=100',
  '/activity/stats?mode=all',
  '/activity/recent-count?minutes=1440',
  '/activity/types',
  '/activity/upcoming',
  '/analytics/top-events',
  '/analytics/top-campaigns',
  '/analytics/campaign-stats',
  '/emails?limit=1',
  '/emails?status=CLICKED&limit=100',
  '/events?limit=100',
] as const;

/**
 * Each report of a project with a million mails and five million events, beside the same of one with 50,000, in turns: less than 200 ms, and
 * at most one and a half times the small one. `--short`: a twentieth of it.
 */
export async function benchReports(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...options], options: { short: { type: 'boolean', default: false } } });
  const large = values.short ? { emails: 50_000, events: 250_000 } : { emails: 1_000_000, events: 5_000_000 };
  const small = values.short ? { emails: 2_500, events: 2_500 } : { emails: 50_000, events: 50_000 };
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  try {
    const [one, other] = await makeProjects(client, 2);
    if (!one || !other) throw new Error('two projects were made');
    await seedReports(client, one.id, large);
    await seedReports(client, other.id, small);
    await foldSeed(client);
    const server = await startProcess('api', urlOf(name));
    try {
      const [ours, bare] = [one, other].map(({ secretKey }) => clientOf(server.url, bearer(secretKey)));
      if (!ours || !bare) throw new Error('two clients were made');
      for (const path of paths) {
        const times: [number[], number[]] = [[], []];
        for (let round = 0; round < 21; round += 1) {
          for (const [index, caller] of [ours, bare].entries()) {
            const began = performance.now();
            const { status, text } = await caller.get(path);
            if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
            if (round > 0) times[index]?.push(performance.now() - began);
          }
        }
        const [ms, smallMs] = times.map(median);
        report({ name: `${path}, at most 200`, ours: ms ?? 0, unit: 'ms', want: { ours: { atMost: 200 } } });
        report({
          name: `${path}, large beside small`,
          ours: ms ?? 0,
          bare: smallMs ?? 0,
          unit: 'ms',
          want: { ratio: { atMost: 1.5 } },
        });
      }
    } finally {
      await server.stop();
    }
  } finally {
    await client.end();
    await dropDatabase(name);
  }
}
