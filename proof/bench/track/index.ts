import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { budgets } from '../budgets.ts';
import { report } from '../comparison.ts';
import { type BenchSize, type HttpBench, httpLoad, runHttpBench, sizeFrom } from '../http-bench.ts';
import { httpRate } from '../http-rate.ts';
import { seedPeople } from '../project-load.ts';
import { budgetedRows, rowsPerCall, rowsWritten } from '../rows-written.ts';
import { bareTracks } from './bare-tracks.ts';
import { data, type TrackedEvent, trackLoad } from './track-load.ts';

/** Events of known, unchanged contacts over HTTP, and the rows that each of them writes. */
export async function benchTrack(options: readonly string[]): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const api = await startProcess('api', urlOf(name));
  try {
    const projects = await makeProjects(client, 600);
    await seedPeople(client, projects, data);
    const size = sizeFrom(options, { rounds: 9, milliseconds: 2_000, warmUp: 6_000 });
    await runHttpBench(trackBench(projects, size), { api, databaseUrl: urlOf(name) });
    await countRows(client, api, trackBench(projects.slice(0, 50), size));
  } finally {
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
}

export const trackBench = (projects: readonly ProofProject[], size: BenchSize): HttpBench<TrackedEvent> => ({
  endpoint: 'track',
  name: 'track',
  unit: 'requests/s',
  want: { ratioToThin: { atLeast: 0.6 } },
  size,
  load: (_label, milliseconds) => trackLoad(projects, milliseconds),
  callOf: ({ project, ...body }) => ({ path: '/v1/track', key: project.publicKey, body }),
  keptTables: ['events', 'contact_events'],
  bare: bareTracks,
});

/** A connection that was busy reports its statistics up to ten seconds later. */
async function countRows(client: Client, api: ServerProcess, bench: HttpBench<TrackedEvent>): Promise<void> {
  await waitForStatistics();
  const before = await rowsWritten(client, 'everywhere');
  const calls = (await httpRate(api.url, httpLoad(bench, 'rows', 6_000))) * 6;
  await waitForStatistics();
  const { rows, detail } = budgetedRows(rowsPerCall(before, await rowsWritten(client, 'everywhere'), calls));
  report({
    name: 'track, row versions for each call',
    ours: rows,
    unit: 'rows',
    want: { ours: { atMost: budgets.track.rowVersions } },
    detail,
  });
}

const waitForStatistics = (): Promise<void> => wait(12_000);
