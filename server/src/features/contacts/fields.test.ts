import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { limits } from '#pure/limits';
import { type Client, fileForm, type GivenProject, runSchedule, startTestApp, type TestApp } from '#testing';

let app: TestApp;
let api: Client;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  api = app.as(project.secretKey);
});

/** As if the project had so many more contacts, with the key `plan` if it is named. */
const pretendContacts = (count: number, key: string | null = null) =>
  app.app.services.database.pool.query(
    `insert into contact_tallies (project_id, id, contacts, subscribed, fields)
     values ($1, gen_random_uuid(), $2, $2, $3)`,
    [project.id, count, JSON.stringify(key === null ? [] : [{ key, presence: 1, newType: 'string', times: count }])],
  );

test('values of a field are counted anew up to 10,000 contacts; above, they are as old as the last fold, and 1,000 at most (D-221)', async () => {
  const codes = Array.from({ length: 1_100 }, (_, n) => `c${n}@example.com,code ${n}`);
  await api.post('/contacts/import', fileForm(`email,code\n${codes.join('\n')}\n`));
  await app.settle();
  const valuesOf = async (field: string) => (await api.get(`/contacts/fields/${field}/values?limit=200`)).body.items;
  await pretendContacts(limits.contactsCountedLive - 1_101);
  await api.post('/contacts', { email: 'new@example.com', data: { plan: 'pro' } });
  const live = await valuesOf('plan');
  await pretendContacts(1);
  await api.post('/contacts', { email: 'newer@example.com', data: { size: 'L' } });
  const folded = await valuesOf('size');
  await runSchedule(app, 'fold-contact-tallies');
  await app.settle();

  expect(live).toEqual([{ value: 'pro', count: 1 }]);
  expect(folded).toEqual([]);
  expect(await valuesOf('size')).toEqual([{ value: 'L', count: 1 }]);
  const { rows } = await app.app.services.database.pool.query(
    `select count(*)::int from contact_field_values where project_id = $1 and key = 'code'`,
    [project.id],
  );
  expect(rows).toEqual([{ count: 1_000 }]);
});

test('while a field is removed by a job, a value written since stays and one written before goes; filters are false at once (D-223)', async () => {
  const add = async (name: string, data: object): Promise<string> =>
    (await api.post('/contacts', { email: `${name}@example.com`, data })).body.id;
  const [untouched, changed, rewritten] = [
    await add('a', { plan: 'pro' }),
    await add('b', { plan: 'pro' }),
    await add('c', { plan: 'pro' }),
  ];
  const filter = (operator: string) => ({ logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator }] }] });
  const countOf = async (operator: string) =>
    (await api.post('/segments/preview', { condition: filter(operator) })).body.count;
  await pretendContacts(limits.rowsChangedWithinRequest, 'plan');
  const deleted = await api.delete('/contacts/fields/plan');
  const matching = [await countOf('exists'), await countOf('notExists')];
  await api.patch(`/contacts/${changed}`, { data: { city: 'Bonn' } });
  await api.patch(`/contacts/${rewritten}`, { data: { plan: 7 } });
  await app.settle();

  expect(deleted.status).toBe(202);
  expect(matching).toEqual([0, 0]);
  const dataOf = async (id: string) => (await api.get(`/contacts/${id}`)).body.data;
  expect([await dataOf(untouched), await dataOf(changed), await dataOf(rewritten)]).toEqual([
    {},
    { city: 'Bonn' },
    { plan: 7 },
  ]);
  const { fields } = (await api.get('/contacts/fields')).body;
  expect(fields.at(-1)).toMatchObject({ field: 'data.plan', type: 'number', count: 1 });
  expect(await countOf('exists')).toBe(1);
  expect((await api.get('/events')).body.total).toBe(0);
});
