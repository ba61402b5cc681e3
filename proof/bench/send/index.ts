import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { rowVersions } from '../handoff/row-versions.ts';
import { httpRate } from '../http-rate.ts';
import { bareSends } from './bare-sends.ts';
import { body, type SendLoad, seedSenders, sendLoad, subject } from './send-load.ts';

/** Many short rounds in turns, so that noise of the machine affects both alike. */
const rounds = 7;
const milliseconds = 2_000;
const warmUp = 4_000;
const budget = 5;

/** Mails accepted over HTTP beside the bare statements, and the row versions that accepting one writes. */
export async function benchSend(): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const api = await startProcess('api', urlOf(name), { MAIL_RELAYS: 'smtp://127.0.0.1:1' });
  const httpSends = (load: SendLoad): Promise<number> =>
    httpRate(api.url, {
      ...load,
      next() {
        const { project, ...mail } = load.next();
        return { path: '/v1/send', key: project.secretKey, body: { ...mail, subject, body } };
      },
    });
  try {
    const projects = await makeProjects(client, 600);
    await seedSenders(client, projects);
    const load = (): SendLoad => sendLoad(projects, milliseconds);
    for (let done = 0; done < warmUp; ) done += (await httpSends(load())) * (milliseconds / 1_000);
    await bareSends(urlOf(name), load());
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await httpSends(load()));
      bare.push(await bareSends(urlOf(name), load()));
    }
    report({
      name: 'send',
      ours: median(ours),
      bare: median(bare),
      unit: 'mails/s',
      want: { ratio: { atLeast: 0.4 } },
    });
    await wait(12_000); // Why: a connection that was busy reports its statistics up to ten seconds later
    const before = await rowVersions(client);
    const calls = (await httpSends(load())) * (milliseconds / 1_000);
    await wait(12_000);
    const after = await rowVersions(client);
    const tables = Object.entries(after).map(
      ([table, count]) => [table, (count - (before[table] ?? 0)) / calls] as const,
    );
    const kept = Object.fromEntries(tables.filter(([table, count]) => count > 0.001 && table !== 'rate_limits'));
    const perCall = Object.values(kept).reduce((sum, count) => sum + count, 0);
    const want = { ours: { atMost: budget } };
    report({ name: 'send, row versions for each mail', ours: perCall, unit: 'rows', want, detail: kept });
  } finally {
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
}
