import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { type BenchSize, type HttpBench, runHttpBench, sizeFrom } from '../http-bench.ts';
import { bareUpserts } from './bare-upserts.ts';
import { pageCosts } from './page-cost.ts';
import { seedContacts } from './seed.ts';
import { type UpsertItem, upsertLoad } from './upsert-load.ts';

/** Upserts over HTTP, half of them new contacts; pages of a million contacts beside pages of ten thousand. */
export async function benchContacts(options: readonly string[]): Promise<void> {
  const million = options.includes('--small') ? 100_000 : 1_000_000;
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const api = await startProcess('api', urlOf(name));
  try {
    const size = sizeFrom(options, { rounds: 3, milliseconds: 6_000, warmUp: 1_000 });
    const projects = await makeProjects(client, 400);
    await runHttpBench(upsertBench(projects, size), { api, databaseUrl: urlOf(name) });
    await comparePages(client, api, million);
  } finally {
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
}

export const upsertBench = (projects: readonly ProofProject[], size: BenchSize): HttpBench<UpsertItem> => ({
  endpoint: 'contacts',
  name: 'contacts.upsert',
  unit: 'requests/s',
  want: { ratioToThin: { atLeast: 0.6 } },
  size,
  load: (label, milliseconds) => upsertLoad(projects, label, milliseconds),
  callOf: ({ project, email, data }) => ({ path: '/contacts', key: project.secretKey, body: { email, data } }),
  keptTables: ['contacts', 'contact_events', 'events', 'consent_records'],
  bare: bareUpserts,
});

async function comparePages(client: Client, api: ServerProcess, million: number): Promise<void> {
  const [small, big] = await makeProjects(client, 2);
  if (!small || !big) throw new Error('two projects were made');
  await seedContacts(client, small.id, 10_000);
  await seedContacts(client, big.id, million);
  await client.query('vacuum analyze contacts');
  for (const page of await pageCosts(api.url, small.secretKey, big.secretKey, 60)) {
    report({
      name: `contacts.${page.name}, ${million} against 10000`,
      ours: page.big,
      bare: page.small,
      unit: 'ms (p50)',
      want: page.name === 'fields' ? { ours: { atMost: 300 } } : { ratio: { atMost: 1.5 } },
    });
  }
}
