import { once } from 'node:events';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { upToThree } from '@postrider/server/testing/up-to-three';
import { Client } from 'pg';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { type Check, type FaultRun, randomFrom, sleep } from '../fault-run.ts';
import { jobClientOf } from '../import/polled-job.ts';
import { changePeople, post } from './changes.ts';
import { type CpuShare, idleCpuShare } from './idle-cpu.ts';
import { judge } from './judge.ts';
import { dayMs, personOf, seedPeople } from './people.ts';
import { membershipsOf, segments } from './segments.ts';
import { type TrackedPeople, trackPeople } from './tracked-people.ts';

/** Twenty tracked segments: contacts change by writes, by an import, by events and by the clock alone. */
export const membershipFaults: FaultRun = async ({ isShort, seed, check }) => {
  const sizes = isShort
    ? { people: 4_000, changed: 100, quiet: 10, window: 12 }
    : { people: 100_000, changed: 1_000, quiet: 60, window: 40 };
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const [api, worker] = [await startProcess('api', urlOf(name)), await startProcess('worker', urlOf(name))];
  const world = { client, url: urlOf(name), api, worker, check, sizes, random: randomFrom(seed) };
  try {
    const before = await idleCpuShare(client, worker.child.pid ?? 0, sizes.quiet);
    const [project] = await makeProjects(client, 1);
    if (!project) throw new Error('a project was made');
    const startedAt = Date.now();
    await beginTracking(world, project, startedAt);
    await changeAndJudge(world, project, startedAt);
    await sleep(sizes.quiet / 3);
    const isBelowOne = (after: CpuShare): boolean =>
      after.worker + after.database - before.worker - before.database < 1;
    const after = await upToThree(() => idleCpuShare(client, worker.child.pid ?? 0, sizes.quiet), isBelowOne);
    check('a quiet minute of tracking costs less than 1 % of one core', after.some(isBelowOne), { before, after });
    world.worker = await killAndJudge(world, project, startedAt);
  } finally {
    await Promise.all([api.stop(), world.worker.stop()]);
    await client.end();
    await dropDatabase(name);
  }
};

interface MembershipWorld {
  client: Client;
  url: string;
  api: ServerProcess;
  worker: ServerProcess;
  check: Check;
  sizes: { people: number; changed: number; window: number };
  random: () => number;
}

/** Creates the segments and waits until every contact was checked once. */
async function beginTracking({ client, api, check, sizes }: MembershipWorld, project: ProofProject, startedAt: number) {
  await seedPeople(client, project.id, sizes.people, startedAt);
  let pro = '';
  for (const { slug, condition } of segments) {
    const body = { name: slug, condition: condition(pro), trackMembership: true };
    const created = await post(api.url, '/segments', project.secretKey, body);
    pro ||= String(created.id);
  }
  const waiting = `select from queue.job where name = 'segments.check-all' and state < 'completed'
    union all select from segment_checks where due_at <= now() limit 1`;
  while ((await client.query(waiting)).rowCount) await sleep(0.2);
  const { rows } = await client.query<{ entries: number }>(
    `select count(*)::int as entries from events where project_id = $1 and name like 'segment.%.entry'`,
    [project.id],
  );
  const people = Array.from({ length: sizes.people }, (_, n) => personOf(n, startedAt));
  const expected = people.reduce((sum, person) => sum + membershipsOf(person, Date.now()).length, 0);
  check('at first every member of a segment enters once', rows[0]?.entries === expected, {
    expected,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  });
}

/** Three tenths change by the clock: an import puts them just inside a window, and then the window runs out. */
async function changeAndJudge(
  { client, api, check, sizes, random }: MembershipWorld,
  project: ProofProject,
  startedAt: number,
) {
  const people = trackPeople((n) => personOf(n, startedAt), startedAt);
  const chosen = spread(sizes.people, sizes.changed, 0);
  const [byTime, tracked, written] = [
    chosen.slice(0, 0.3 * sizes.changed),
    chosen.slice(0.3 * sizes.changed, 0.6 * sizes.changed),
    chosen.slice(0.6 * sizes.changed),
  ];
  const since = await nowOf(client);
  const endsAt = await importSeen({ api, project, people }, byTime, sizes.window);
  await changePeople({ ...project, url: api.url }, people, { written, tracked, random });
  await sleep(Math.max(0, (endsAt - Date.now()) / 1_000));
  people.pass(byTime, endsAt + 1);
  await judge({ client, projectId: project.id, check }, { people, since, name: 'changes', maxSeconds: 60 });
}

/** Imports a `seenAt` that is a day ago but for some seconds. Returns when the day is over. */
async function importSeen(
  { api, project, people }: { api: ServerProcess; project: ProofProject; people: TrackedPeople },
  numbers: readonly number[],
  seconds: number,
): Promise<number> {
  const jobs = jobClientOf(api.url, project.secretKey);
  const seenAt = Date.now() - dayMs + seconds * 1_000;
  const lines = numbers.map((n) => `${people.get(n).email},${new Date(seenAt).toISOString()}`);
  const job = await jobs.finished(await jobs.upload(['email,seenAt', ...lines, ''].join('\r\n')), 30);
  if (job.state !== 'completed') throw new Error('the import failed');
  for (const n of numbers) people.change({ ...people.get(n), seenAt }, Date.now());
  return seenAt + dayMs;
}

/** A worker is killed while it checks; another one takes over when its leases have lapsed. */
async function killAndJudge(world: MembershipWorld, project: ProofProject, startedAt: number): Promise<ServerProcess> {
  const { client, url, api, worker, check, sizes, random } = world;
  const people = trackPeople((n) => personOf(n, startedAt), startedAt);
  const written = spread(sizes.people, sizes.changed / 5, 10);
  const since = await nowOf(client);
  const changing = changePeople({ ...project, url: api.url }, people, { written, tracked: [], random });
  while (!(await client.query('select from segment_checks where lease_until is not null limit 1')).rowCount) {
    await sleep(0.005);
  }
  const ended = once(worker.child, 'exit');
  worker.child.kill('SIGKILL');
  await ended;
  await changing;
  const next = await startProcess('worker', url);
  await judge({ client, projectId: project.id, check }, { people, since, name: 'a killed worker', maxSeconds: 90 });
  return next;
}

/** Numbers of people far from each other; another `offset` gives other people. */
const spread = (people: number, count: number, offset: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((index * people) / count) + offset + (index % 7));

async function nowOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
