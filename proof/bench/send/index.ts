import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { budgets } from '../budgets.ts';
import { report } from '../comparison.ts';
import { type BenchSize, type HttpBench, httpLoad, runHttpBench, sizeFrom } from '../http-bench.ts';
import { httpRate } from '../http-rate.ts';
import { recordTables, textTables } from '../resources.ts';
import { budgetedRows, rowsPerCall, rowsWritten } from '../rows-written.ts';
import { bareSends } from './bare-sends.ts';
import { body, type SendItem, seedSenders, sendLoad, subject } from './send-load.ts';

const settings = { MAIL_RELAYS: 'smtp://127.0.0.1:1' };

/** Mails accepted over HTTP, and the row versions that accepting one writes. */
export async function benchSend(options: readonly string[]): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const api = await startProcess('api', urlOf(name), settings);
  try {
    const projects = await makeProjects(client, 600);
    await seedSenders(client, projects);
    const bench = sendBench(projects, sizeFrom(options, { rounds: 7, milliseconds: 2_000, warmUp: 4_000 }));
    await runHttpBench(bench, { api, databaseUrl: urlOf(name), settings });
    await countRows(client, api, bench);
  } finally {
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
}

export const sendBench = (projects: readonly ProofProject[], size: BenchSize): HttpBench<SendItem> => ({
  endpoint: 'send',
  name: 'send',
  unit: 'mails/s',
  want: { ratioToThin: { atLeast: 0.5 } },
  size,
  load: (_label, milliseconds) => sendLoad(projects, milliseconds),
  callOf: ({ project, ...mail }) => ({
    path: '/v1/send',
    key: project.secretKey,
    body: { ...mail, subject, body },
  }),
  keptTables: [...recordTables, ...textTables],
  bare: bareSends,
});

async function countRows(client: Client, api: ServerProcess, bench: HttpBench<SendItem>): Promise<void> {
  await wait(12_000); // Why: a connection that was busy reports its statistics up to ten seconds later
  const before = await rowsWritten(client, 'everywhere');
  const calls = (await httpRate(api.url, httpLoad(bench, 'rows', 2_000))) * 2;
  await wait(12_000);
  const { rows, detail } = budgetedRows(rowsPerCall(before, await rowsWritten(client, 'everywhere'), calls));
  const want = { ours: { atMost: budgets.send.rowVersions } };
  report({ name: 'send, row versions for each mail', ours: rows, unit: 'rows', want, detail });
}
