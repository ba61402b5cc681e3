import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { httpRate } from '../http-rate.ts';
import { seedPeople } from '../project-load.ts';
import { bareTracks } from './bare-tracks.ts';
import { rowsPerCall, rowsWritten } from './rows-written.ts';
import { data, type TrackLoad, trackLoad } from './track-load.ts';

/** Many short rounds in turns, so that noise of the machine affects both alike. */
const rounds = 9;
const milliseconds = 2_000;
/** Requests before the first round: a process that has just started still compiles what it runs. */
const warmUp = 6_000;
/** The event and the mark of its contact; the rest are counts, folded from many events at a time (README of events). */
const maxRows = 2.02;

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

/** `POST /v1/track`, the same events as the bare run. */
const httpTracks = (url: string, load: TrackLoad): Promise<number> =>
  httpRate(url, {
    ...load,
    next() {
      const { project, ...body } = load.next();
      return { path: '/v1/track', key: project.publicKey, body };
    },
  });

async function warm(round: () => Promise<number>): Promise<void> {
  for (let done = 0; done < warmUp; ) done += (await round()) * (milliseconds / 1_000);
}

/** A connection that was busy reports its statistics up to ten seconds later. */
async function countRows(client: Client, api: ServerProcess, projects: readonly ProofProject[]): Promise<void> {
  await waitForStatistics();
  const before = await rowsWritten(client);
  const calls = (await httpTracks(api.url, trackLoad(projects.slice(0, 50), 6_000))) * 6;
  await waitForStatistics();
  const tracked = rowsPerCall(before, await rowsWritten(client), calls);
  const { rate_limits: counted = 0, ...kept } = tracked;
  const rows = Object.values(kept).reduce((sum, count) => sum + count, 0);
  const detail = { tables: kept, unloggedCounter: counted };
  report({
    name: 'track, row versions for each call',
    ours: rows,
    unit: 'rows',
    want: { ours: { atMost: maxRows } },
    detail,
  });
}

const waitForStatistics = (): Promise<void> => wait(12_000);
