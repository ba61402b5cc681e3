import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { findFaults } from '../../../tools/tenancy/find-faults.ts';
import { loadCatalogue } from '../../../tools/tenancy/load-catalogue.ts';
import {
  matrixSettings,
  type Neighbours,
  neighbourViolations,
  openProjectFixture,
  openRows,
  type Requests,
  readViolations,
} from '../../testing/matrix/index.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { defineRoute, pathId, type Route } from '../platform/http/index.ts';
import { missing } from '../platform/refusals/index.ts';

// These tests check the generated tests: routes that are wrong on purpose, with row security on and off.

const Missing = missing('CONTACT_NOT_FOUND', 'contact');
const params = z.object({ id: pathId<'contact'>('contact', Missing) });
const base = { access: 'secret', summary: 'Forgets the project', replies: { 200: z.unknown() } } as const;

const readAnybody = defineRoute({
  ...base,
  method: 'GET',
  path: '/forgetful/:id',
  params,
  async run(ctx, { params: { id } }) {
    const found = await ctx.read(({ db }) =>
      db.selectFrom('contacts').select(['id', 'email']).where('id', '=', id).executeTakeFirst(),
    );
    if (!found) throw Missing(id);
    return found;
  },
});

const changeAnybody = defineRoute({
  ...base,
  method: 'POST',
  path: '/forgetful/:id/leave',
  params,
  async run(ctx, { params: { id } }) {
    await ctx.transaction((tx) =>
      tx.db.updateTable('contacts').set({ subscribed: false }).where('id', '=', id).execute(),
    );
    throw Missing(id);
  },
});

const listEverybody = defineRoute({
  ...base,
  method: 'GET',
  path: '/forgetful',
  async run(ctx) {
    const [{ total } = { total: '0' }] = await ctx.read(({ db }) =>
      db
        .selectFrom('contacts')
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .execute(),
    );
    return { total: Number(total) };
  },
});

const extraRoutes: readonly Route[] = [readAnybody, changeAnybody, listEverybody];
const oneContact: Requests[string] = async (scene) => ({ params: { id: await scene.make('contact') } });
const requests: Requests = {
  'GET /forgetful/:id': oneContact,
  'POST /forgetful/:id/leave': oneContact,
  'GET /forgetful': async () => ({}),
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function neighbours(): Promise<Neighbours> {
  const app = await startTestApp(inject('templateDatabase'), matrixSettings, { extraRoutes });
  closing.push(() => app.close());
  const rows = await openRows(app.databaseUrl);
  closing.push(() => rows.close());
  return { own: await openProjectFixture(app, 'own'), other: await openProjectFixture(app, 'canary'), rows, requests };
}

test('a forgotten project condition alone shows and changes nothing: row security holds', async () => {
  const world = await neighbours();

  expect(await neighbourViolations(readAnybody, world)).toEqual([]);
  expect(await readViolations([listEverybody], world)).toEqual([]);
  expect(await neighbourViolations(changeAnybody, world)).toEqual([]);
});

test('with row security off as well, the generated tests report each leak', async () => {
  const world = await neighbours();
  await world.rows.query('alter table contacts disable row level security');
  // A change of a contact is counted, and the figures refuse a row of another project by themselves.
  await world.rows.query('alter table contact_figures disable row level security');

  const read = (await neighbourViolations(readAnybody, world)).join('\n');
  const change = (await neighbourViolations(changeAnybody, world)).join('\n');
  const list = (await readViolations([listEverybody], world)).join('\n');

  expect(read).toMatch(/answered 200/);
  expect(read).toMatch(/shows what belongs to the neighbour/);
  expect(read).toMatch(/distinguishes a neighbour's id/);
  expect(change).toMatch(/changed the neighbour's rows/);
  expect(list).toMatch(/changes when a neighbour gets new rows/);
  // The change that the leak let through has no row of consent either, and that is not this test's matter.
  await world.rows.query('reset role; delete from subscription_watch.log');
});

test('an open policy is a leak too, and the catalogue check reports it', async () => {
  const world = await neighbours();
  await world.rows.query('alter policy tenant on contacts using (true)');

  const client = new Client({ connectionString: world.own.app.databaseUrl });
  await client.connect();
  closing.push(() => client.end());

  expect((await neighbourViolations(readAnybody, world)).length).toBeGreaterThan(0);
  expect(findFaults(await loadCatalogue(client))).toContainEqual(
    expect.objectContaining({ subject: 'contacts', rule: 'policy' }),
  );
});

test('the app role gets an error without a project, and only its own rows with one', async () => {
  const { own, other } = await neighbours();
  const theirs = await other.make('contact');
  const { pool } = own.app.app.services.database;
  const client = await pool.connect();
  const asApp = async (project: string, statement: string) => {
    await client.query(`begin; set local role postrider_app; set local app.project = '${project}'`);
    try {
      return await client.query(statement);
    } finally {
      await client.query('rollback');
    }
  };

  await expect(asApp('', 'select 1 from contacts')).rejects.toThrow('invalid input syntax for type uuid');
  const found = await asApp(own.project.id, `select 1 from contacts where id = '${theirs}'`);
  const changed = await asApp(own.project.id, `delete from contacts where id = '${theirs}'`);
  const insert = `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
    values ('${other.project.id}', '${randomUUID()}', 'x@example.com', true, 'api', now(), now())`;
  await expect(asApp(own.project.id, insert)).rejects.toThrow('row-level security');
  client.release();

  expect([found.rowCount, changed.rowCount]).toEqual([0, 0]);
});
