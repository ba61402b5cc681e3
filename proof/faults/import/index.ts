import { isDeepStrictEqual } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { uncausedSubscriptions, watchSubscriptions } from '@postrider/server/testing/subscription-watch';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { type Check, type FaultRun, randomFrom, sleep } from '../fault-run.ts';
import { killDuring } from './kill-during.ts';
import { type LostTasks, watchLostTasks } from './lost-tasks.ts';
import { knownFile, mixedFile } from './people.ts';
import { type JobClient, jobClientOf } from './polled-job.ts';
import { takeSnapshot } from './snapshot.ts';

/** Each job runs twice: once left alone in one project, once with its workers killed in another. */
export const importFaults: FaultRun = async ({ isShort, seed, check }) => {
  const [kills, rows] = isShort ? [2, 8_000] : [10, 60_000];
  const name = await createMigratedDatabase();
  const url = urlOf(name);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(watchSubscriptions);
  const api = await startProcess('api', url);
  const lost = await watchLostTasks(client, url);
  try {
    const [control, disturbed] = (await makeProjects(client, 2)).map((project) => importProjectOf(api.url, project));
    if (!control || !disturbed) throw new Error('two projects were made');
    const world: ImportWorld = { client, url, kills, lost, random: randomFrom(seed), check, control, disturbed };
    const known = knownFile(rows);
    await runUndisturbed(world, control, ({ upload }) => upload(known));
    await runUndisturbed(world, disturbed, ({ upload }) => upload(known));
    const file = mixedFile(rows);
    await compare(world, 'import', ({ upload }) => upload(file));
    const everyone = { mode: 'query', filter: { subscribed: true } };
    await compare(world, 'bulk-unsubscribe', ({ post }) => post('/contacts/bulk-unsubscribe', everyone));
    const all = { mode: 'query', filter: {} };
    await compare(world, 'bulk-delete', ({ post }) => post('/contacts/bulk-delete', all));
    await checkTakeover(world, ({ upload }) => upload(file));
    const { rows: uncaused } = await client.query(uncausedSubscriptions);
    check(
      'every state has its row of consent, and every change its event, in the same transaction (I6)',
      uncaused.length === 0,
      {
        uncaused: uncaused.slice(0, 5),
      },
    );
  } finally {
    await lost.close();
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
};

interface ImportProject {
  project: ProofProject;
  jobs: JobClient;
}

interface ImportWorld {
  client: Client;
  url: string;
  kills: number;
  lost: LostTasks;
  random: () => number;
  check: Check;
  control: ImportProject;
  disturbed: ImportProject;
}

type Start = (jobs: JobClient) => Promise<string>;

const importProjectOf = (url: string, project: ProofProject): ImportProject => ({
  project,
  jobs: jobClientOf(url, project.secretKey),
});

async function compare(world: ImportWorld, name: string, start: Start): Promise<void> {
  const { client, check, control, disturbed, kills } = world;
  const undisturbed = await runUndisturbed(world, control, start);
  const jobId = await start(disturbed.jobs);
  const killed = await killDuring({
    ...world,
    jobId,
    jobs: disturbed.jobs,
    steps: () => stepsOf(client, jobId),
  });
  check(`${name}: workers were killed ${kills} times while the job was under way`, killed === kills, killed);
  const job = await withWorker(world, () => disturbed.jobs.finished(jobId, 900));
  check(`${name}: the job completed`, job.state === 'completed', job.state);
  check(
    `${name}: the result is the undisturbed one`,
    isDeepStrictEqual(masked(job.result), masked(undisturbed.result)),
  );
  const [expected, seen] = await withWorker(world, async () => [
    await takeSnapshot(client, control.project.id, control.jobs),
    await takeSnapshot(client, disturbed.project.id, disturbed.jobs),
  ]);
  check(`${name}: contacts, totals and events are the undisturbed ones`, isDeepStrictEqual(seen, expected), {
    total: seen?.total,
    events: seen?.events.split(' ')[0],
  });
  check(`${name}: no event happened twice`, seen?.eventsTwice === expected?.eventsTwice && seen?.eventsTwice === 0);
}

/** Without moving the clock: how long the task of a dead worker waits for another. */
async function checkTakeover(world: ImportWorld, start: Start): Promise<void> {
  const { client, check, disturbed } = world;
  const jobId = await start(disturbed.jobs);
  await killDuring({
    ...world,
    kills: 1,
    lost: null,
    jobId,
    jobs: disturbed.jobs,
    steps: () => stepsOf(client, jobId),
  });
  const before = await stepsOf(client, jobId);
  const seconds = await withWorker(world, async () => {
    const since = performance.now();
    while ((await stepsOf(client, jobId)) === before && performance.now() - since < 120_000) await sleep(0.1);
    return (performance.now() - since) / 1_000;
  });
  check('the task of a dead worker goes on with another within 45 s', seconds <= 45, { seconds: Math.round(seconds) });
}

/** Contacts of two projects have ids of their own. */
const masked = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result).replaceAll(/"contactId":"[^"]+"/g, '"contactId":"<id>"'));

async function runUndisturbed(
  world: ImportWorld,
  { jobs }: ImportProject,
  start: Start,
): ReturnType<JobClient['finished']> {
  const jobId = await start(jobs);
  return withWorker(world, () => jobs.finished(jobId, 900));
}

async function withWorker<T>({ url }: ImportWorld, work: () => Promise<T>): Promise<T> {
  const worker = await startProcess('worker', url);
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

async function stepsOf(client: Client, jobId: string): Promise<number> {
  const { rows } = await client.query<{ step: number }>('select step from jobs where id = $1', [jobId]);
  return rows[0]?.step ?? 0;
}
