import { expect, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { openFilledTables } from '../../../testing/fill-tables.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { twoCells } from '../../../testing/two-cells.ts';
import { eraseLeftProjects } from '../../features/projects/erase-project.ts';
import { type CopyErasure, eraseCopy } from './erase-copy.ts';
import { moveProject } from './move-project.ts';

/** Runs the command in the first installation, and then the work that it leaves to a worker. */
async function erase(here: TestApp, there: TestApp, projectId: string, change: Partial<CopyErasure> = {}) {
  const erasure = { projectId, nowAt: there.databaseUrl, isDeletedThere: false, hasOwnFiles: false, ...change };
  await eraseCopy(here.app.services.config, erasure);
  await eraseLeftProjects.run(instanceContext(here.app.services));
  await here.settle();
}

test('the copy of a moved project is erased, the project and its neighbours are not; one that was billed cannot come back', async () => {
  const { from, to, source, target, move } = await twoCells();
  const [there, here] = [await openFilledTables(from.databaseUrl), await openFilledTables(to.databaseUrl)];
  const [own, neighbour] = [await from.given.project(), await from.given.project()];
  await there.fill(own.id);
  await source.query('update billing_units set is_open = false'); // all mail is reported
  await move(own.id);
  const [moved, besides] = [await here.rowsOf(own.id), await there.rowsOf(neighbour.id)];

  await source.query('update uploads set content = null where project_id = $1', [own.id]);
  await expect(erase(from, to, own.id)).rejects.toThrow(/images of the project are outside of the database/);
  await erase(from, to, own.id, { hasOwnFiles: true });

  expect((await source.query('select from projects where id = $1', [own.id])).rowCount).toBe(0);
  expect(await here.rowsOf(own.id)).toEqual(moved);
  expect(await there.rowsOf(neighbour.id)).toEqual(besides);
  expect((await from.as(own.secretKey).get('/contacts')).status).toBe(401);
  expect((await to.as(own.secretKey).get('/contacts')).status).toBe(200);
  await target.query('update billing_units set is_open = false');
  await expect(moveBack(from, to, own.id)).rejects.toThrow(/kept rows of the project in meter_events/);
  await Promise.all([there.close(), here.close()]);
});

async function moveBack(to: TestApp, from: TestApp, projectId: string): Promise<void> {
  const { email: owner } = await to.given.user();
  const move = { projectId, from: from.databaseUrl, owner, hasCopiedFiles: true };
  await moveProject(to.app.services.config, move, () => {});
}

test('a project comes back once its former copy is erased', async () => {
  const { from, to, move } = await twoCells();
  const { id, secretKey } = await from.given.project();
  await move(id);
  await erase(from, to, id);

  await moveBack(from, to, id);

  expect((await from.as(secretKey).post('/contacts', { email: 'ada@example.com' })).status).toBe(201);
  expect((await to.as(secretKey).post('/contacts', { email: 'ada@example.com' })).status).toBe(503);
});

test('readers of the copy are refused as soon as the command has ended', async () => {
  const { from, to, move } = await twoCells();
  const { id, secretKey, owner } = await from.given.project();
  await move(id);
  const before = [await from.as(secretKey).get('/contacts'), await owner.in(id).get('/contacts')];

  const erasure = { projectId: id, nowAt: to.databaseUrl, isDeletedThere: false, hasOwnFiles: false };
  await eraseCopy(from.app.services.config, erasure);

  const after = [await from.as(secretKey).get('/contacts'), await owner.in(id).get('/contacts')];
  expect(before.map(({ status }) => status)).toEqual([200, 200]);
  expect(after.map(({ status }) => status)).toEqual([401, 404]);
});

test('what is not the copy of a project that works elsewhere is not erased', async () => {
  const { from, to, source, target, move } = await twoCells();
  const [moved, living] = [await from.given.project(), await from.given.project()];
  await move(moved.id);

  await expect(erase(from, to, living.id)).rejects.toThrow(/has no such project/);
  await expect(erase(from, to, living.id, { isDeletedThere: true })).rejects.toThrow(
    /no copy of a project that has moved/,
  );
  await expect(erase(to, from, moved.id)).rejects.toThrow(/has moved on from there/);
  const kept = 'select deleted_at from projects where id = any($1)';
  expect((await source.query(kept, [[moved.id, living.id]])).rows).toEqual([
    { deleted_at: null },
    { deleted_at: null },
  ]);
  expect((await target.query(kept, [[moved.id]])).rows).toEqual([{ deleted_at: null }]);
});

test('a copy is erased when the project was deleted in the installation that had it', async () => {
  const { from, to, source, target, move } = await twoCells();
  const { id } = await from.given.project();
  await move(id);
  await target.query("update projects set deleted_at = now() - interval '2 hours' where id = $1", [id]);
  await eraseLeftProjects.run(instanceContext(to.app.services));
  await to.settle();

  await expect(erase(from, to, id)).rejects.toThrow(/has no such project/);
  await erase(from, to, id, { isDeletedThere: true });

  expect((await source.query('select from projects where id = $1', [id])).rowCount).toBe(0);
});
