import { isDeepStrictEqual } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { makeProjects } from '../../instance/projects.ts';
import type { Check, FaultRun } from '../fault-run.ts';
import { randomFrom, sleep } from '../fault-run.ts';
import { killDuring } from './kill-during.ts';
import type { LostTasks } from './lost-tasks.ts';
import { watchLostTasks } from './lost-tasks.ts';
import { knownFile, mixedFile } from './people.ts';
import { takePicture } from './picture.ts';
import type { Caller } from './polled-job.ts';
import { callerOf } from './polled-job.ts';

/** Each job runs twice: once left alone in one project, once with its workers killed in another. */
export const importFaults: FaultRun = async ({ isShort, seed, check }) => {
  const [kills, rows] = isShort ? [2, 8_000] : [10, 60_000];
  const name = await createMigratedDatabase();
  const url = urlOf(name);
  const client = new Client({ connectionString: url });
  await client.connect();
  const api = await startProcess('api', url);
  const lost = await watchLostTasks(client, url);
  try {
    const [calm, shaken] = (await makeProjects(client, 2)).map((project) => sideOf(api.url, project));
    if (!calm || !shaken) throw new Error('two projects were made');
    const world: World = { client, url, kills, lost, random: randomFrom(seed), check, calm, shaken };
    const known = knownFile(rows);
    await leaveAlone(world, calm, ({ upload }) => upload(known));
    await leaveAlone(world, shaken, ({ upload }) => upload(known));
    const file = mixedFile(rows);
    await compare(world, 'import', ({ upload }) => upload(file));
    const everyone = { mode: 'query', filter: { subscribed: true } };
    await compare(world, 'bulk-unsubscribe', ({ post }) => post('/contacts/bulk-unsubscribe', everyone));
    const all = { mode: 'query', filter: {} };
    await compare(world, 'bulk-delete', ({ post }) => post('/contacts/bulk-delete', all));
    await findByItself(world, ({ upload }) => upload(file));
  } finally {
    await lost.close();
    await api.stop();
    await client.end();
    await dropDatabase(name);
  }
};

interface Side {
  project: ProofProject;
  caller: Caller;
}

interface World {
  client: Client;
  url: string;
  kills: number;
  lost: LostTasks;
  random: () => number;
  check: Check;
  calm: Side;
  shaken: Side;
}

type Start = (caller: Caller) => Promise<string>;

const sideOf = (url: string, project: ProofProject): Side => ({ project, caller: callerOf(url, project.secretKey) });

async function compare(world: World, name: string, start: Start): Promise<void> {
  const { client, check, calm, shaken, kills } = world;
  const undisturbed = await leaveAlone(world, calm, start);
  const jobId = await start(shaken.caller);
  const killed = await killDuring({
    ...world,
    jobId,
    caller: shaken.caller,
    steps: () => stepsOf(client, jobId),
  });
  check(`${name}: workers were killed ${kills} times while the job was under way`, killed === kills, killed);
  const job = await withWorker(world, () => shaken.caller.finished(jobId, 900));
  check(`${name}: the job completed`, job.state === 'completed', job.state);
  check(
    `${name}: the result is the undisturbed one`,
    isDeepStrictEqual(masked(job.result), masked(undisturbed.result)),
  );
  const [expected, seen] = await withWorker(world, async () => [
    await takePicture(client, calm.project.id, calm.caller),
    await takePicture(client, shaken.project.id, shaken.caller),
  ]);
  check(`${name}: contacts, figures and events are the undisturbed ones`, isDeepStrictEqual(seen, expected), {
    total: seen?.total,
    events: seen?.events.split(' ')[0],
  });
  check(`${name}: no event happened twice`, seen?.eventsTwice === expected?.eventsTwice && seen?.eventsTwice === 0);
}

/** Once nobody turns the clock: how long the task of a dead worker waits for another. */
async function findByItself(world: World, start: Start): Promise<void> {
  const { client, check, shaken } = world;
  const jobId = await start(shaken.caller);
  await killDuring({
    ...world,
    kills: 1,
    lost: null,
    jobId,
    caller: shaken.caller,
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

async function leaveAlone(world: World, { caller }: Side, start: Start): ReturnType<Caller['finished']> {
  const jobId = await start(caller);
  return withWorker(world, () => caller.finished(jobId, 900));
}

async function withWorker<T>({ url }: World, work: () => Promise<T>): Promise<T> {
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
