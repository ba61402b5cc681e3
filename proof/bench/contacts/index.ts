import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { httpRate } from '../http-rate.ts';
import { bareUpserts } from './bare-upserts.ts';
import { pageCosts } from './page-cost.ts';
import { seedContacts } from './seed.ts';
import { type UpsertLoad, upsertLoad } from './upsert-load.ts';

const rounds = 3;
const milliseconds = 6_000;

/** Upserts over HTTP beside the bare statements; pages of a million contacts beside pages of ten thousand. */
export async function benchContacts(options: readonly string[]): Promise<void> {
  const million = options.includes('--small') ? 100_000 : 1_000_000;
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const api = await startProcess('api', urlOf(name));
  try {
    await compareUpserts(client, api, urlOf(name));
    await comparePages(client, api, million);
  } finally {
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
}

async function compareUpserts(client: Client, api: ServerProcess, databaseUrl: string): Promise<void> {
  const projects = await makeProjects(client, 400);
  await httpUpserts(api.url, upsertLoad(projects, 'warm', 2_000));
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await httpUpserts(api.url, upsertLoad(projects, `http${round}`, milliseconds)));
    bare.push(await bareUpserts(databaseUrl, upsertLoad(projects, `bare${round}`, milliseconds)));
  }
  report({
    name: 'contacts.upsert',
    ours: median(ours),
    bare: median(bare),
    unit: 'requests/s',
    want: { ratio: { atLeast: 0.5 } },
  });
}

/** `POST /contacts`, the same mixture as the bare run. */
const httpUpserts = (url: string, load: UpsertLoad): Promise<number> =>
  httpRate(url, {
    ...load,
    next() {
      const { project, email, data } = load.next();
      return { path: '/contacts', key: project.secretKey, body: { email, data } };
    },
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
