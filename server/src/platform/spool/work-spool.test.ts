import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Services } from '#platform/context';
import { newId } from '#platform/ids';
import { addParcels, connect, copyDatabase, createParcels, dropDatabase, openSetup, parcels, urlOf } from '#testing';
import type { Claim, ClaimEnding } from './claim.ts';
import { defineSpool, type SpoolDefinition } from './define-spool.ts';
import { completeIn, postponeIn } from './end-in.ts';
import { type RunningSpools, startSpools } from './start-spools.ts';

let name: string;
let setup: { services: Services; close(): Promise<void> };
let owner: Client;

beforeAll(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  await createParcels(urlOf(name));
  setup = await openSetup(urlOf(name));
  owner = await connect(urlOf(name));
});

afterAll(async () => {
  await owner.end();
  await setup.close();
  await dropDatabase(name);
});

beforeEach(async () => {
  await owner.query(`truncate ${parcels}`);
});

type Handler = (claim: Claim) => Promise<ClaimEnding>;
const never = (): Promise<ClaimEnding> => Promise.reject(new Error('not poison'));
const quick = { name: 'test.parcels', table: parcels, lanes: ['fast', 'slow'], leaseSeconds: 45 } as const;

function spoolOf(handle: Handler, more: { slots?: number; onPoison?: Handler; leaseSeconds?: number } = {}) {
  const { onPoison = never, ...rest } = more;
  return defineSpool({
    ...quick,
    ...rest,
    handle: (_ctx, claim) => handle(claim),
    onPoison: (_ctx, claim) => onPoison(claim),
  });
}

function start(
  spool: SpoolDefinition,
  options: { sweepSeconds?: number; longestPauseMs?: number } = {},
): RunningSpools {
  const running = startSpools(setup.services, [spool], options);
  onTestFinished(() => running.stop());
  return running;
}

const rows = async () => (await owner.query(`select * from ${parcels} order by id`)).rows;
const untilEmpty = () => vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 10_000, interval: 20 });
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const asleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('due rows are handled inside their project and are deleted when they are done', async () => {
  const seen: string[] = [];
  const [a, b] = [newId(), newId()];
  const ids = [...(await addParcels(owner, a, 3)), ...(await addParcels(owner, b, 3, { lane: 1 }))];
  const spool = defineSpool({
    ...quick,
    onPoison: never,
    async handle(ctx, claim) {
      const own = await ctx.read(({ db }) =>
        db
          .selectFrom(parcels as never)
          .select('id' as never)
          .execute(),
      );
      seen.push(`${claim.id} ${ctx.projectId === claim.projectId} ${own.length}`);
      return 'ended';
    },
  });

  start(spool);

  await until(() => expect(seen.toSorted()).toEqual(ids.map((id) => `${id} true 3`).toSorted()));
});

test('a row that becomes due later, is released or postponed is handled again', async () => {
  const seen: number[] = [];
  await addParcels(owner, newId(), 1, { dueSeconds: 0.5 });
  const endings: ClaimEnding[] = ['released', { afterSeconds: 0.3 }, { dueAt: new Date(Date.now() + 1_500) }, 'done'];

  start(spoolOf(async (claim) => endings[seen.push(claim.claims) - 1] ?? 'done'));

  await untilEmpty();
  expect(seen).toEqual([1, 1, 1, 1]);
});

test('a claim is ended inside the transaction of the feature, or not at all', async () => {
  const project = newId();
  const answers: unknown[] = [];
  await addParcels(owner, project, 1);
  const spool = defineSpool({
    ...quick,
    onPoison: never,
    async handle(ctx, claim) {
      const featureFails = ctx.transaction(async (tx) => {
        answers.push(await completeIn(tx, claim));
        throw new Error('the feature failed');
      });
      await featureFails.catch((error: Error) => answers.push(error.message));
      answers.push(await ctx.transaction((tx) => postponeIn(tx, claim, new Date(0))));
      answers.push(await ctx.transaction((tx) => completeIn(tx, claim)));
      return 'ended';
    },
  });

  start(spool);

  await until(() => expect(answers.slice(0, 4)).toEqual([true, 'the feature failed', true, false]));
});

test('a batch handler gets the rows of one project together and ends each as it likes', async () => {
  const sizes: string[] = [];
  const [a, b] = [newId(), newId()];
  await addParcels(owner, a, 30);
  await addParcels(owner, b, 10);
  const spool = defineSpool({
    ...quick,
    slots: 100,
    onPoison: never,
    async handleBatch(ctx, claims) {
      sizes.push(`${ctx.projectId === a ? 'a' : 'b'} ${claims.length}`);
      expect(claims.every((claim) => claim.projectId === ctx.projectId)).toBe(true);
      return claims.map((_, index): ClaimEnding => (index === 0 ? { afterSeconds: 3_600 } : 'done'));
    },
  });

  start(spool);

  await vi.waitFor(async () => expect(await rows()).toHaveLength(2), { timeout: 5_000 });
  expect(sizes.toSorted()).toEqual(['a 30', 'b 10']);
});

test('a worker claims no more rows than it has slots, and a lane no more than its maximum', async () => {
  const release: (() => void)[] = [];
  const running = { fast: 0, slow: 0 };
  await addParcels(owner, newId(), 50, { lane: 1 });
  const spool = defineSpool({
    ...quick,
    slots: 8,
    reservedSlots: { slow: 3 },
    onPoison: never,
    async handle(_ctx, claim) {
      running[claim.lane === 'fast' ? 'fast' : 'slow'] += 1;
      await new Promise<void>((resolve) => release.push(resolve));
      return 'done';
    },
  });
  start(spool);
  await until(() => expect(running).toEqual({ fast: 0, slow: 5 }));

  await addParcels(owner, newId(), 20);

  await until(() => expect(running).toEqual({ fast: 3, slow: 5 }));
  await asleep(200);
  expect((await rows()).filter((row) => row.lease_until !== null)).toHaveLength(8);
  for (const go of release.splice(0)) go();
  await until(() => expect(running.fast).toBeGreaterThan(3));
  const drain = setInterval(() => {
    for (const go of release.splice(0)) go();
  }, 5);
  await untilEmpty();
  clearInterval(drain);
});

test('a lane with rows has its kept slots, however many rows the lanes above it have', async () => {
  const order: string[] = [];
  const release: (() => void)[] = [];
  await addParcels(owner, newId(), 80, { dueSeconds: -60 });
  await addParcels(owner, newId(), 5, { lane: 1 });
  const spool = defineSpool({
    ...quick,
    slots: 4,
    keptSlots: { slow: 1 },
    onPoison: never,
    async handle(_ctx, claim) {
      order.push(claim.lane);
      await new Promise<void>((resolve) => release.push(resolve));
      return 'done';
    },
  });
  // All at once, so that the first claim could take every slot.
  const drain = setInterval(() => {
    for (const go of release.splice(0)) go();
  }, 50);
  onTestFinished(() => clearInterval(drain));
  start(spool);

  await untilEmpty();
  expect(order.lastIndexOf('slow')).toBeLessThan(40);
});

test('a small project does not wait for the backlog of a big one', async () => {
  const order: string[] = [];
  const [big, small] = [newId(), newId()];
  await addParcels(owner, big, 2_000, { dueSeconds: -60 });
  await addParcels(owner, small, 20);

  const record: Handler = async (claim) => {
    order.push(claim.projectId === small ? 'small' : 'big');
    return 'done';
  };
  start(spoolOf(record, { slots: 40 }));

  await untilEmpty();
  expect(order.lastIndexOf('small')).toBeLessThan(200);
});

test('a handler that throws gets its row again later, and after five claims the row is poison', async () => {
  const seen: string[] = [];
  await addParcels(owner, newId(), 1);
  const spool = spoolOf(
    async (claim) => {
      seen.push(`handle ${claim.claims}`);
      throw new Error('always');
    },
    {
      async onPoison(claim) {
        seen.push(`poison ${claim.claims}`);
        return 'done';
      },
    },
  );

  start(spool);

  await vi.waitFor(
    async () => {
      await owner.query(`update ${parcels} set due_at = now() where lease_until is null`);
      expect(await rows()).toEqual([]);
    },
    { timeout: 10_000 },
  );
  expect(seen).toEqual(['handle 1', 'handle 2', 'handle 3', 'handle 4', 'handle 5', 'poison 6']);
});

test('an invalid ending is a failure of its handler, not of the spool', async () => {
  const nonsense = await addParcels(owner, newId(), 1);
  await addParcels(owner, newId(), 5);

  start(spoolOf(async (claim) => (claim.id === nonsense[0] ? { dueAt: new Date('never') } : 'done')));

  await vi.waitFor(
    async () => expect(await rows()).toMatchObject([{ id: nonsense[0], claims: 1, lease_until: null }]),
    { timeout: 10_000 },
  );
});

test('a row that the database refuses to delete does not block the others', async () => {
  const project = newId();
  const ids = await addParcels(owner, project, 10);
  await owner.query(
    `create table stamps (project_id uuid, id uuid, foreign key (project_id, id) references ${parcels})`,
  );
  onTestFinished(async () => void (await owner.query('drop table stamps')));
  await owner.query('insert into stamps values ($1, $2)', [project, ids[3]]);

  start(spoolOf(async () => 'done'));

  await vi.waitFor(async () => expect((await rows()).map((row) => row.id)).toEqual([ids[3]]), { timeout: 5_000 });
});

test('a lease is renewed for as long as its handler runs', async () => {
  const seen: number[] = [];
  await addParcels(owner, newId(), 1);

  const handler: Handler = async (claim) => {
    seen.push(claim.claims);
    await asleep(5_000);
    return 'done';
  };
  start(spoolOf(handler, { leaseSeconds: 2 }));
  start(spoolOf(handler, { leaseSeconds: 2 }));

  await untilEmpty();
  expect(seen).toEqual([1]);
});

test('a row whose worker vanished is handled again', async () => {
  const seen: number[] = [];
  await addParcels(owner, newId(), 1);
  await owner.query(
    `update ${parcels} set fence = gen_random_uuid(), claims = 1, lease_until = now() + interval '1 second'`,
  );

  const record: Handler = async (claim) => {
    seen.push(claim.claims);
    return 'done';
  };
  start(spoolOf(record, { leaseSeconds: 1 }));

  await untilEmpty();
  expect(seen).toEqual([2]);
});

test('a handler is notified that its row was taken over, and its ending is refused', async () => {
  const reasons: unknown[] = [];
  const [id] = await addParcels(owner, newId(), 1);
  start(
    spoolOf(
      async (claim) => {
        await owner.query(`update ${parcels} set fence = gen_random_uuid(), lease_until = now() + interval '1 hour'`);
        await new Promise((resolve) => claim.signal.addEventListener('abort', resolve));
        reasons.push(claim.signal.reason);
        return 'done';
      },
      { leaseSeconds: 1 },
    ),
  );

  await until(() => expect(reasons).toEqual(['lost']));
  await asleep(100);
  expect((await rows()).map((row) => row.id)).toEqual([id]);
});

test('a stopping worker finishes what runs, releases claims whose handlers ask for it, and claims nothing more', async () => {
  const seen: string[] = [];
  const [kept, given] = [await addParcels(owner, newId(), 1), await addParcels(owner, newId(), 1)];
  const running = startSpools(setup.services, [
    spoolOf(async (claim) => {
      seen.push(claim.id);
      await new Promise((resolve) => claim.signal.addEventListener('abort', resolve));
      if (claim.id === given[0]) return 'released';
      await asleep(300);
      return 'done';
    }),
  ]);
  await until(() => expect(seen).toHaveLength(2));

  const stopped = running.stop();
  await addParcels(owner, newId(), 1);
  await stopped;

  const left = await rows();
  expect(left).toHaveLength(2);
  expect(left.map((row) => row.id)).not.toContain(kept[0]);
  expect(left.find((row) => row.id === given[0])).toMatchObject({ fence: null, lease_until: null, claims: 0 });
});

test('a stopping worker releases rows whose batch has not begun', async () => {
  let begun = 0;
  for (let i = 0; i < 5; i += 1) await addParcels(owner, newId(), 2);
  const spool = defineSpool({
    ...quick,
    batches: 1,
    onPoison: never,
    async handleBatch() {
      begun += 1;
      await asleep(300);
      return 'done';
    },
  });
  const running = startSpools(setup.services, [spool]);
  await until(() => expect(begun).toBe(1));

  await running.stop();

  expect(begun).toBe(1);
  expect((await rows()).map((row) => row.lease_until)).toEqual(Array(8).fill(null));
});

test('a wake ends the sleep of an idle spool', async () => {
  const spool = spoolOf(async () => 'done');
  start(spool, { longestPauseMs: 60_000 });
  await asleep(1_500);
  await addParcels(owner, newId(), 1);

  spool.wake();

  await untilEmpty(); // within ten seconds; without the wake it would be a minute
});
