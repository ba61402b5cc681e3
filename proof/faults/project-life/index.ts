import { once } from 'node:events';
import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { openRows } from '../../../server/testing/matrix/index.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { until } from '../../../server/testing/until.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { type SignedUpProject, signUp } from '../../instance/sign-up.ts';
import type { Check, FaultRun } from '../fault-run.ts';
import { eraseDuringCampaigns } from './during-campaign.ts';
import { allRows, rowsFromBefore } from './leftovers.ts';
import { seed } from './seed.ts';
import { startTraffic } from './traffic.ts';

const sizes = { short: 20_000, long: 1_000_000 };
/** How long an erasure of the largest size may take before the run gives up. */
const maxSeconds = 3_600;

interface LifeWorld {
  readonly client: Client;
  readonly databaseUrl: string;
  readonly apis: readonly [ServerProcess, ServerProcess];
  worker: ServerProcess;
  readonly check: Check;
  readonly people: number;
}

/** F38, F49: a project with many contacts is reset, and another deleted, under traffic of two processes; the worker is killed meanwhile. */
export const projectLifeFaults: FaultRun = async ({ isShort, count, check }) => {
  const people = count ?? (isShort ? sizes.short : sizes.long);
  const databaseUrl = urlOf(await createMigratedDatabase());
  const client = await connect(databaseUrl);
  const apis = [await startProcess('api', databaseUrl), await startProcess('api', databaseUrl)] as const;
  const world: LifeWorld = {
    client,
    databaseUrl,
    apis,
    worker: await startProcess('worker', databaseUrl),
    check,
    people,
  };
  const rows = await openRows(databaseUrl);
  try {
    const [toReset, toDelete, quiet, busy] = await Promise.all(
      ['reset', 'delete', 'quiet', 'busy'].map((name) => signUp(apis[0].url, name)),
    );
    if (!toReset || !toDelete || !quiet || !busy) throw new Error('four people signed up');
    for (const project of [toReset, toDelete]) await seed(client, project, people);
    await seed(client, quiet, Math.min(people, 10_000));
    await client.query('vacuum analyze');
    const before = await rows.checksum(quiet.id);
    const urls = [apis[0].url, apis[1].url] as const;
    const beside = startTraffic(urls, busy);

    await resetUnderTraffic(world, toReset);
    await deleteUnderTraffic(world, toDelete);

    await world.worker.stop();
    await eraseDuringCampaigns(world);

    const { before: besideReplies } = await beside.stop();
    check(
      'project-life: every call of another project was answered 200 meanwhile',
      Object.keys(besideReplies).join() === '200',
      besideReplies,
    );
    const after = await rows.checksum(quiet.id);
    const changed = after.split(',').filter((table) => !before.split(',').includes(table));
    check('project-life: a quiet project is unchanged, row for row', changed.length === 0, { changed });
  } finally {
    await rows.close();
    await Promise.all([...apis, world.worker].map((process) => process.stop()));
    await client.end();
    await dropDatabase(new URL(databaseUrl).pathname.slice(1));
  }
};

async function resetUnderTraffic(world: LifeWorld, project: SignedUpProject): Promise<void> {
  const { client, apis, check } = world;
  const suppressions = await countOf(client, 'suppressions', project);
  const traffic = startTraffic([apis[0].url, apis[1].url], project);
  await until(async () => (await countOf(client, 'emails', project)) > 20);
  const beganAt = performance.now();
  const reply = project.owner.post(`/users/@me/projects/${project.id}/reset`);
  const killedAt = await killInBetween(world, project);
  const isOver = await until(async () => (await resetOf(client, project)) !== null, { seconds: maxSeconds });
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  traffic.mark();
  await until(async () => (await countOf(client, 'contacts', project)) > 20);
  const replies = await traffic.stop();
  const { status, body } = await reply;
  check('project-life: a reset ends although its worker was killed', isOver, {
    seconds,
    killedAt,
    contacts: world.people,
  });
  check('project-life: it is answered 200 or 202', status === 200 || status === 202, { status, body });
  const word = Object.keys(replies.before).toSorted().join();
  check(
    'project-life: until then calls are taken or refused with 409',
    word === '200,409 PROJECT_RESETTING',
    replies.before,
  );
  check('project-life: afterwards they are taken', (replies.after['200'] ?? 0) > 0, replies.after);
  const resetAt = await resetOf(client, project);
  const left = resetAt ? await rowsFromBefore(client, project.id, resetAt) : { unknown: 1 };
  check(
    'project-life: nothing from before is left, nor was it written behind the wipe (F38, F49)',
    isEmpty(left),
    left,
  );
  check('project-life: suppressions remain', (await countOf(client, 'suppressions', project)) === suppressions, {
    suppressions,
  });
}

async function deleteUnderTraffic(world: LifeWorld, project: SignedUpProject): Promise<void> {
  const { client, apis, check } = world;
  const traffic = startTraffic([apis[0].url, apis[1].url], project);
  await until(async () => (await countOf(client, 'emails', project)) > 20);
  const beganAt = performance.now();
  const { status } = await project.owner.delete(`/users/@me/projects/${project.id}`);
  traffic.mark();
  const killedAt = await killInBetween(world, project);
  const isGone = async (): Promise<boolean> =>
    (await client.query('select from projects where id = $1', [project.id])).rowCount === 0;
  const isOver = await until(isGone, { seconds: maxSeconds });
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  const replies = await traffic.stop();
  check('project-life: a deletion ends although its worker was killed', status === 204 && isOver, {
    seconds,
    killedAt,
  });
  const words = Object.keys(replies.after).join();
  check(
    'project-life: its keys are refused from the reply on',
    words === '401 INVALID_API_KEY' || words === '401 INVALID_API_KEY,429 RATE_LIMIT_EXCEEDED',
    replies,
  );
  const left = await allRows(client, project.id);
  check('project-life: no row of a deleted project is left in any table (F38)', isEmpty(left), left);
}

/** Kills the worker when some members of the segment are erased, and starts another. Returns how many were left. */
async function killInBetween(world: LifeWorld, project: SignedUpProject): Promise<number> {
  const members = (): Promise<number> => countOf(world.client, 'segment_members', project);
  const all = world.people;
  let left = all;
  const hasBegun = async (): Promise<boolean> => {
    left = await members();
    return left < all;
  };
  await until(hasBegun, { pauseMs: 2, seconds: maxSeconds });
  const ended = once(world.worker.child, 'exit');
  world.worker.child.kill('SIGKILL');
  await ended;
  world.worker = await startProcess('worker', world.databaseUrl);
  return left;
}

const isEmpty = (counts: Record<string, number>): boolean => Object.keys(counts).length === 0;

async function countOf(client: Client, table: string, { id }: SignedUpProject): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table} where project_id = $1`, [id]);
  return Number(rows[0]?.n);
}

async function resetOf(client: Client, { id }: SignedUpProject): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    'select reset_at as at from projects where id = $1 and wipe_began_at is null',
    [id],
  );
  return rows[0]?.at ?? null;
}
