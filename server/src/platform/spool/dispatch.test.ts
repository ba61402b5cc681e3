import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db';
import { newId, nilId } from '#platform/ids';
import { addParcels, connect, copyDatabase, createParcels, dropDatabase, parcels, urlOf } from '#testing';
import { type ClaimedRow, type Dispatch, dispatchOf } from './dispatch.ts';

let name: string;
let database: Database;
let owner: Client;
let dispatch: Dispatch;

beforeAll(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  await createParcels(urlOf(name));
  database = openDatabase({ url: urlOf(name), size: 4 });
  owner = await connect(urlOf(name));
  dispatch = dispatchOf(database, parcels);
});

afterAll(async () => {
  await owner.end();
  await database.close();
  await dropDatabase(name);
});

beforeEach(async () => {
  await owner.query(`truncate ${parcels}`);
});

const fromStart = (projectId: string) => ({ projectId, at: 0, id: nilId });
const idsOf = (rows: readonly ClaimedRow[]) => rows.map((row) => row.id);

async function claim(projects: readonly string[], share: number, fence = newId<'fence'>(), seconds = 45) {
  const rows = await dispatch.claim(0, projects.map(fromStart), share, fence, seconds);
  return rows.map((row) => ({ ...row, fence }));
}

const rowOf = async (id: string) => (await owner.query(`select * from ${parcels} where id = $1`, [id])).rows[0];
const lapse = (id: string) =>
  owner.query(`update ${parcels} set lease_until = now() - interval '1 second' where id = $1`, [id]);
const waitOf = (afterSeconds: number, keepsCount = false) => ({ untilAt: null, afterSeconds, keepsCount });

test('rows are claimed in the order they are due, and none before its time', async () => {
  const project = newId();
  const later = await addParcels(owner, project, 2, { dueSeconds: -5 });
  const sooner = await addParcels(owner, project, 2, { dueSeconds: -10 });
  await addParcels(owner, project, 1, { dueSeconds: 60 });

  expect(idsOf(await claim([project], 3))).toEqual([...sooner, later[0]]);
  expect(idsOf(await claim([project], 3))).toEqual([later[1]]);
});

test('a claim continues behind a position, also among rows due at the same moment', async () => {
  const project = newId();
  const ids = await addParcels(owner, project, 5);
  const first = await claim([project], 2);
  const last = first[1];
  await owner.query(`update ${parcels} set lease_until = null where id = $1`, [first[0]?.id]);

  const rows = await dispatch.claim(
    0,
    [{ projectId: project, at: last?.dueAt ?? 0, id: last?.id ?? '' }],
    10,
    newId(),
    45,
  );

  expect(idsOf(rows)).toEqual(ids.slice(2));
});

test('every project gets its share, however much another has waiting', async () => {
  const [big, ...small] = Array.from({ length: 6 }, () => newId());
  if (!big) throw new Error('six projects');
  await addParcels(owner, big, 5_000, { dueSeconds: -100 });
  for (const project of small) await addParcels(owner, project, 3);

  const rows = await claim([big, ...small], 2);

  expect(Map.groupBy(rows, (row) => row.projectId).size).toBe(6);
  expect(rows).toHaveLength(12);
});

test('two claims at the same time never take the same row', async () => {
  const project = newId();
  const ids = await addParcels(owner, project, 400);

  const claims = await Promise.all(Array.from({ length: 8 }, () => claim([project], 100)));

  const taken = claims.flat().map((row) => row.id);
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken.toSorted()).toEqual(ids);
});

test('a look returns each project once for each second, with its first due time, and stops at the limit', async () => {
  const [a, b] = [newId(), newId()].toSorted();
  if (!a || !b) throw new Error('two projects');
  await addParcels(owner, a, 300, { dueSeconds: -10 });
  await addParcels(owner, b, 300, { dueSeconds: -10 });
  await addParcels(owner, b, 300, { dueSeconds: -2 });
  await addParcels(owner, newId(), 300, { dueSeconds: 60 });

  const start = [{ lane: 0, at: 0, projectId: nilId }];
  const all = await dispatch.find(start, 10);
  const some = await dispatch.find(start, 2);

  expect(all.map((line) => line.found?.projectId)).toContain(b);
  expect(all.filter((line) => line.found?.projectId === a)).toHaveLength(1);
  expect(all.filter((line) => line.found?.projectId === b)).toHaveLength(2);
  expect(all).toHaveLength(3);
  expect(some).toHaveLength(2);
});

test('a look into an empty lane returns the time', async () => {
  const [line] = await dispatch.find([{ lane: 7, at: 0, projectId: nilId }], 10);

  expect(line).toMatchObject({ lane: 7, found: null });
  expect(Math.abs((line?.nowAt ?? 0) / 1000 - Date.now())).toBeLessThan(60_000);
});

test('a look and a claim only see rows of their lane', async () => {
  const project = newId();
  await addParcels(owner, project, 1, { lane: 1 });

  expect(await claim([project], 10)).toEqual([]);
  expect(await dispatch.claim(1, [fromStart(project)], 10, newId(), 45)).toHaveLength(1);
});

test('a completion is accepted once', async () => {
  const project = newId();
  await addParcels(owner, project, 2);
  const claims = await claim([project], 2);

  expect(await dispatch.complete(claims)).toEqual([]);
  expect(await dispatch.complete(claims)).toEqual([0, 1]);
});

test('a lapsed lease is taken over exactly once, and the former owner cannot change the row', async () => {
  const project = newId();
  const [id = ''] = await addParcels(owner, project, 1);
  const [zombie] = await claim([project], 1);
  await lapse(id);
  await dispatch.reap(0);

  const takeovers = (await Promise.all([1, 2, 3].map(() => claim([project], 1)))).flat();

  expect(takeovers).toHaveLength(1);
  expect(takeovers[0]?.claims).toBe(2);
  if (!zombie || !takeovers[0]) throw new Error('both were claimed');
  expect(await dispatch.renew([zombie], 45)).toEqual([0]);
  expect(await dispatch.postpone([zombie], [waitOf(60)])).toEqual([0]);
  expect(await dispatch.complete([zombie])).toEqual([0]);
  expect(await dispatch.complete([takeovers[0]])).toEqual([]);
});

test('a late completion counts as long as no other worker has claimed the row', async () => {
  const project = newId();
  const [id = ''] = await addParcels(owner, project, 1);
  const claims = await claim([project], 1);
  await lapse(id);
  await dispatch.reap(0);

  expect(await dispatch.complete(claims)).toEqual([]);
});

test('the reaper keeps live leases and makes lapsed rows due at once', async () => {
  const project = newId();
  const ids = await addParcels(owner, project, 2, { dueSeconds: -1000 });
  await claim([project], 2);
  await lapse(ids[0] ?? '');

  expect((await dispatch.reap(0)).reaped).toBe(1);

  const { lease_until, due_at } = await rowOf(ids[0] ?? '');
  expect(lease_until).toBeNull();
  expect(Date.now() - due_at.getTime()).toBeLessThan(60_000);
  expect((await rowOf(ids[1] ?? '')).lease_until).not.toBeNull();
});

test('only one reaper works at a time', async () => {
  await owner.query('begin');
  await owner.query(`select pg_advisory_xact_lock(70215443, hashtext('public.${parcels}'))`);

  expect((await dispatch.reap(0)).reaped).toBe(-1);

  await owner.query('rollback');
});

test('renewing prolongs the lease and does not wait for a locked row', async () => {
  const project = newId();
  const ids = await addParcels(owner, project, 2);
  const claims = await claim([project], 2, undefined, 1);
  await owner.query('begin');
  await owner.query(`select 1 from ${parcels} where id = $1 for update`, [ids[0]]);

  expect(await dispatch.renew(claims, 500)).toEqual([]);

  await owner.query('rollback');
  const until = await Promise.all(ids.map(async (id) => (await rowOf(id)).lease_until.getTime() - Date.now()));
  expect(until[0]).toBeLessThan(60_000);
  expect(until[1]).toBeGreaterThan(400_000);
});

test('a postponed row waits for its time with its count of claims at 0; a failed one keeps the count', async () => {
  const project = newId();
  const ids = await addParcels(owner, project, 2);
  const claims = (await claim([project], 2)).toSorted((a, b) => (a.id < b.id ? -1 : 1));

  expect(await dispatch.postpone(claims, [waitOf(60), waitOf(60, true)])).toEqual([]);

  expect(await claim([project], 2)).toEqual([]);
  expect(await rowOf(ids[0] ?? '')).toMatchObject({ claims: 0, fence: null, lease_until: null });
  expect(await rowOf(ids[1] ?? '')).toMatchObject({ claims: 1, fence: null, lease_until: null });
});

test('times keep their microseconds in the database', async () => {
  const project = newId();
  const [id = ''] = await addParcels(owner, project, 1);
  const claims = await claim([project], 1);
  const at = 1_700_000_000_123_457;

  await dispatch.postpone(claims, [{ untilAt: at, afterSeconds: null, keepsCount: false }]);

  expect((await claim([project], 1))[0]).toMatchObject({ id, dueAt: at });
});
