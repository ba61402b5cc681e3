import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import type { ServerProcess } from '../../instance/instance.ts';
import { startProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { seedPeople } from '../project-load.ts';
import { bareTracks } from './bare-tracks.ts';
import { httpTracks } from './http-tracks.ts';
import { rowsPerCall, rowsWritten } from './rows-written.ts';
import { data, trackLoad } from './track-load.ts';

/** Many short rounds in turns, so that noise of the machine hits both alike. */
const rounds = 9;
const milliseconds = 2_000;
/** Requests before the first round: a process that has just started still compiles what it runs. */
const warmUp = 6_000;
/** The event and the mark of its contact; the rest are counts, folded from many events at a time (README of events). */
const mostRows = 2.02;

/** Events of known, unchanged contacts over HTTP beside the bare statements, and the rows that each of them writes. */
export async function benchTrack(): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const api = await startProcess('api', urlOf(name));
  try {
    const projects = await makeProjects(client, 600);
    await seedPeople(client, projects, data);
    await compareRates(api, urlOf(name), projects);
    await countRows(client, api, projects);
  } finally {
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
}

async function compareRates(api: ServerProcess, databaseUrl: string, projects: readonly ProofProject[]): Promise<void> {
  await warm(() => httpTracks(api.url, trackLoad(projects, milliseconds)));
  await warm(() => bareTracks(databaseUrl, trackLoad(projects, milliseconds)));
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await httpTracks(api.url, trackLoad(projects, milliseconds)));
    bare.push(await bareTracks(databaseUrl, trackLoad(projects, milliseconds)));
  }
  report({
    name: 'track',
    ours: median(ours),
    bare: median(bare),
    unit: 'requests/s',
    want: { ratio: { atLeast: 0.5 } },
  });
}

async function warm(round: () => Promise<number>): Promise<void> {
  for (let done = 0; done < warmUp; ) done += (await round()) * (milliseconds / 1_000);
}

/** A connection that was busy tells its statistics up to ten seconds later. */
async function countRows(client: Client, api: ServerProcess, projects: readonly ProofProject[]): Promise<void> {
  await settled();
  const before = await rowsWritten(client);
  const calls = (await httpTracks(api.url, trackLoad(projects.slice(0, 50), 6_000))) * 6;
  await settled();
  const tracked = rowsPerCall(before, await rowsWritten(client), calls);
  const { rate_limits: counted = 0, ...kept } = tracked;
  const rows = Object.values(kept).reduce((sum, count) => sum + count, 0);
  const detail = { tables: kept, unloggedCounter: counted };
  report({
    name: 'track, row versions for each call',
    ours: rows,
    unit: 'rows',
    want: { ours: { atMost: mostRows } },
    detail,
  });
}

const settled = (): Promise<void> => wait(12_000);
