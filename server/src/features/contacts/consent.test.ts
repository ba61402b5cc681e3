import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { projectContext } from '#platform/context';
import { type GivenProject, startTestApp, type TestApp } from '#testing';
import { changeContacts } from './change-contacts.ts';
import { type ChangeCause, emptyPatch } from './contact.ts';
import { setSubscription } from './set-subscription.ts';

let app: TestApp;
let client: Client;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  project = await app.given.project();
});

const newContact = async (email = 'ada@example.com') =>
  (await app.as(project.secretKey).post('/contacts', { email })).body.id;
const consentOf = async (id: string) => (await app.as(project.secretKey).get(`/contacts/${id}/consent`)).body.data;
const fromFeedback = { source: 'feedback', reason: 'bounce', depth: 0, isPublic: false } as const;

test('the product cannot change a row of consent (D-1060)', async () => {
  await newContact();
  await client.query('begin');
  await client.query(`select set_config('role', 'postrider_app', true), set_config('app.project', $1, true)`, [
    project.id,
  ]);

  await expect(client.query('update consent_records set subscribed = false')).rejects.toMatchObject({ code: '42501' });
  await client.query('rollback');
});

test('a change that was asked for first and made last is the newest row (D-1060)', async () => {
  const id = await newContact();
  const ctx = projectContext(app.app.services, project.id);
  const began = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const late = ctx.transaction(async (tx) => {
    await tx.db.selectFrom('projects').select('id').execute();
    began.resolve();
    await other.promise;
    return setSubscription(tx, { contactId: id, subscribed: true }, 'api');
  });
  await began.promise;
  await app.as(project.secretKey).patch(`/contacts/${id}`, { subscribed: false });
  other.resolve();

  expect(await late).toBe(true);
  expect((await consentOf(id)).map((row: { subscribed: boolean }) => row.subscribed)).toEqual([true, false, true]);
});

test('changes of one transaction have a row each, in their order, with what they followed from (D-1060)', async () => {
  const id = await newContact();
  const workflowId = '01980000-0000-7000-8000-000000000001';
  const step: ChangeCause = { source: 'workflow', workflowId, depth: 1, isPublic: false };
  await projectContext(app.app.services, project.id).transaction((tx) =>
    changeContacts(tx, [
      { contactId: id, subscribed: false, patch: emptyPatch, cause: step },
      { contactId: id, subscribed: true, patch: emptyPatch, cause: step },
      { contactId: id, subscribed: false, patch: emptyPatch, cause: fromFeedback },
    ]),
  );

  expect(await consentOf(id)).toMatchObject([
    { subscribed: false, by: { kind: 'feedback' }, reason: 'bounce', workflowId: null, requestId: null },
    { subscribed: true, by: { kind: 'workflow' }, workflowId },
    { subscribed: false, by: { kind: 'workflow' }, workflowId },
    { subscribed: true, by: { kind: 'key' }, isCreation: true },
  ]);
});

test('a person is shown by the name of now, else by the address, and not at all once the account is gone (D-1060)', async () => {
  const id = await newContact();
  const member = await app.given.member(project, 'ADMIN');
  await member.in(project.id).patch(`/contacts/${id}`, { subscribed: false });
  const by = async () => (await consentOf(id))[0].by;

  expect(await by()).toEqual({ kind: 'user', userId: member.id, name: member.email });
  await member.client.patch('/users/@me', { name: 'Ann' });
  expect((await by()).name).toBe('Ann');
  expect((await member.client.delete('/users/@me', {})).status).toBe(204);
  expect(await by()).toMatchObject({ kind: 'user', name: null });
});

test('rows go with the contact (D-1060)', async () => {
  const [id, other] = [await newContact(), await newContact('bob@example.com')];
  await app.as(project.secretKey).delete(`/contacts/${id}`);

  const { rows } = await client.query('select contact_id from consent_records where project_id = $1', [project.id]);
  expect(rows).toEqual([{ contact_id: other }]);
});

test('the upgrade writes one row for each contact that has none, in the state it has; again it writes nothing (D-1060)', async () => {
  const [id, other] = [await newContact(), await newContact('bob@example.com')];
  await client.query('delete from consent_records where contact_id = $1', [id]);
  await client.query('update contacts set subscribed = false where id = $1', [id]);
  const migration = await readFile(new URL('../../../migrations/0082_earlier_consent.sql', import.meta.url), 'utf8');
  const [statement = ''] = migration.split(/;$/m); // as the migrator runs it: on its own
  for (const _time of [1, 2]) {
    await client.query('set role postrider_owner');
    await client.query(statement);
    await client.query('reset role');
  }

  const earlier = { subscribed: false, source: 'api', reason: 'earlier', by: null, requestId: null, isCreation: false };
  expect(await consentOf(id)).toMatchObject([earlier]);
  expect(await consentOf(other)).toMatchObject([{ subscribed: true, isCreation: true }]);
});
