import assert from 'node:assert/strict';
import { newCampaign } from '../campaigns/new-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { newSegment } from '../segments/new-segment.ts';
import { answered, answeredWhole, includes, isUuid7, refused } from '../world/expect.ts';
import { finishedJob } from './job.ts';
import { newContact } from './new-contact.ts';

const standardNames = ['email', 'subscribed', 'createdAt', 'updatedAt'];

export const listFields = entry(
  'GET /contacts/fields',
  projectEndpoint({
    endpoint: 'GET /contacts/fields',
    status: 200,
    request: async () => ({ path: '/contacts/fields' }),
  }),
  it('lists the standard fields of an empty project with coverage 0 (D-220)', async (world) => {
    const { key } = await world.owner();
    const reply = await key.get('/contacts/fields');
    answered(reply, 200);
    const types = ['string', 'boolean', 'date', 'date'];
    assert.deepEqual(reply.body, {
      fields: standardNames.map((field, n) => ({
        field,
        type: types[n],
        isCustom: false,
        coverage: 0,
        count: 0,
        mixed: false,
      })),
    });
  }),
  it('fixes a type with the first value of a key, and counts exactly (D-213, D-220)', async (world) => {
    const owner = await world.owner();
    const data = {
      n: 42,
      b: false,
      d: '2026-02-28',
      dt: '2026-02-28T10:00:00.000Z',
      s: '42',
      o: {},
      l: [],
      no: '2026-02-30',
      off: '2026-01-01T00:00:00+02:00',
    };
    await newContact(owner, { data });
    await newContact(owner, { data: { n: 'text now', Ä: 1 } });
    await newContact(owner, { data: { once: { value: 1, persistent: false } } });
    const reply = await owner.key.get('/contacts/fields');
    answered(reply, 200);
    const listed = reply.body.fields.map(({ field, type, coverage, count, mixed }: Record<string, unknown>) => [
      field,
      type,
      coverage,
      count,
      mixed,
    ]);
    assert.deepEqual(listed, [
      ['email', 'string', 1, 3, false],
      ['subscribed', 'boolean', 1, 3, false],
      ['createdAt', 'date', 1, 3, false],
      ['updatedAt', 'date', 1, 3, false],
      ['data.b', 'boolean', 0.3333, 1, false],
      ['data.d', 'date', 0.3333, 1, false],
      ['data.dt', 'date', 0.3333, 1, false],
      ['data.l', 'string', 0.3333, 1, false],
      ['data.n', 'number', 0.6667, 2, true],
      ['data.no', 'string', 0.3333, 1, false],
      ['data.o', 'string', 0.3333, 1, false],
      ['data.off', 'string', 0.3333, 1, false],
      ['data.s', 'string', 0.3333, 1, false],
      ['data.Ä', 'number', 0.3333, 1, false],
    ]);
  }),
  it('keeps a key whose last value is gone, with count 0 and its type (D-213, D-220)', async (world) => {
    const owner = await world.owner();
    const { id } = await newContact(owner, { data: { age: 7 } });
    await owner.key.patch(`/contacts/${id}`, { data: { age: null } });
    const fields = (await owner.key.get('/contacts/fields')).body.fields;
    assert.deepEqual(fields[4], {
      field: 'data.age',
      type: 'number',
      isCustom: true,
      coverage: 0,
      count: 0,
      mixed: false,
    });
    await owner.key.patch(`/contacts/${id}`, { data: { age: 'seven' } });
    const later = (await owner.key.get('/contacts/fields')).body.fields;
    assert.deepEqual(later[4], {
      field: 'data.age',
      type: 'number',
      isCustom: true,
      coverage: 1,
      count: 1,
      mixed: true,
    });
  }),
);

export const fieldValues = entry(
  'GET /contacts/fields/:field/values',
  projectEndpoint({
    endpoint: 'GET /contacts/fields/:field/values',
    status: 200,
    request: async () => ({ path: '/contacts/fields/data.plan/values' }),
  }),
  it('counts distinct texts, numbers and booleans, most frequent first, then by text (D-221)', async (world) => {
    const owner = await world.owner();
    for (const plan of ['pro', 'free', 'pro', 7, true, { a: 1 }, ['x'], 'x'.repeat(201)])
      await newContact(owner, { data: { plan } });
    for (const name of ['plan', 'data.plan']) {
      const reply = await owner.key.get(`/contacts/fields/${name}/values`);
      answered(reply, 200);
      assert.deepEqual(reply.body, {
        field: 'data.plan',
        values: ['pro', 7, 'free', true],
        items: [
          { value: 'pro', count: 2 },
          { value: 7, count: 1 },
          { value: 'free', count: 1 },
          { value: true, count: 1 },
        ],
        count: 4,
        limit: 100,
      });
    }
    for (const [limit, size, effective] of [
      ['2', 2, 2],
      ['0', 1, 1],
      ['999', 4, 200],
      ['x', 4, 100],
    ] as const) {
      const reply = await owner.key.get(`/contacts/fields/plan/values?limit=${limit}`);
      answered(reply, 200, { count: size, limit: effective });
    }
  }),
  it('knows two values of subscribed and none of the other standard fields (D-221)', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { subscribed: false });
    const reply = await owner.key.get('/contacts/fields/subscribed/values');
    answered(reply, 200, {
      field: 'subscribed',
      values: [true, false],
      items: [
        { value: true, count: 0 },
        { value: false, count: 1 },
      ],
    });
    for (const name of ['email', 'createdAt', 'updatedAt']) {
      answered(await owner.key.get(`/contacts/fields/${name}/values`), 200, { field: name, values: [], count: 0 });
    }
  }),
  it('decodes names once: dots, spaces, slashes and standard names of custom keys (D-219)', async (world) => {
    const owner = await world.owner();
    await newContact(owner, {
      data: { 'a/b': 1, 'a.b': 2, 'first name': 3, email: 'reserved', subscribed: 'custom', 'x%2Fy': 4, values: 5 },
    });
    for (const [path, field, values] of [
      ['a%2Fb', 'data.a/b', [1]],
      ['data.a%2Fb', 'data.a/b', [1]],
      ['a.b', 'data.a.b', [2]],
      ['first%20name', 'data.first name', [3]],
      ['data.subscribed', 'data.subscribed', ['custom']],
      ['x%252Fy', 'data.x%2Fy', [4]],
      ['values', 'data.values', [5]],
      ['never%20seen', 'data.never seen', []],
    ] as const) {
      answered(await owner.key.get(`/contacts/fields/${path}/values`), 200, { field, values });
    }
  }),
);

export const fieldUsage = entry(
  'GET /contacts/fields/:field/usage',
  projectEndpoint({
    endpoint: 'GET /contacts/fields/:field/usage',
    status: 200,
    request: async () => ({ path: '/contacts/fields/data.plan/usage' }),
  }),
  it('counts the contacts that have the field; only standard fields cannot be deleted (D-222)', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { data: { plan: 'pro' } });
    await newContact(owner);
    const noUsage = { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [] };
    for (const [name, field, contactCount, canDelete] of [
      ['plan', 'data.plan', 1, true],
      ['data.plan', 'data.plan', 1, true],
      ['unseen', 'data.unseen', 0, true],
      ['email', 'email', 2, false],
    ] as const) {
      const reply = await owner.key.get(`/contacts/fields/${name}/usage`);
      answered(reply, 200);
      assert.deepEqual(reply.body, { field, ...noUsage, contactCount, canDelete });
    }
    await newCampaign(owner, { body: '<p>{{plan}}</p>' });
    const { id, name } = await newSegment(owner);
    answered(await owner.key.get('/contacts/fields/plan/usage'), 200, {
      ...noUsage,
      usedInSegments: [{ id, name }],
      canDelete: true,
    });
  }),
);

export const deleteField = entry(
  'DELETE /contacts/fields/:field',
  projectEndpoint({
    endpoint: 'DELETE /contacts/fields/:field',
    status: 200,
    request: async () => ({ path: '/contacts/fields/data.plan' }),
  }),
  it('takes the key off every contact of the project alone, and forgets its type (D-223)', async (world) => {
    const owner = await world.owner();
    const other = await world.owner();
    const [mine, theirs] = [
      await newContact(owner, { data: { age: 7, kept: 1 } }),
      await newContact(other, { data: { age: 7 } }),
    ];
    await newContact(owner);
    const reply = await owner.key.delete('/contacts/fields/age');
    answered(reply, 200);
    assert.deepEqual(reply.body, { field: 'data.age', deletedFrom: 1 });
    const { body } = await owner.key.get(`/contacts/${mine.id}`);
    assert.deepEqual(body.data, { kept: 1 });
    assert.ok(body.updatedAt > mine.updatedAt);
    assert.deepEqual((await other.key.get(`/contacts/${theirs.id}`)).body.data, { age: 7 });
    const names = (await owner.key.get('/contacts/fields')).body.fields.map(({ field }: { field: string }) => field);
    assert.deepEqual(names, [...standardNames, 'data.kept']);
  }),
  it('infers a new type when the key is written again (D-213, D-223)', async (world) => {
    const owner = await world.owner();
    const { id } = await newContact(owner, { data: { age: 7 } });
    await owner.key.delete('/contacts/fields/data.age');
    await owner.key.patch(`/contacts/${id}`, { data: { age: 'seven' } });
    const fields = (await owner.key.get('/contacts/fields')).body.fields;
    assert.deepEqual(fields[4], {
      field: 'data.age',
      type: 'string',
      isCustom: true,
      coverage: 1,
      count: 1,
      mixed: false,
    });
  }),
  it('returns 0 for a key never seen and for one deleted already', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { data: { 'a/b': 7 } });
    for (const deletedFrom of [1, 0]) {
      const reply = await owner.key.delete('/contacts/fields/data.a%2Fb');
      answeredWhole(reply, 200, { field: 'data.a/b', deletedFrom });
    }
  }),
  it('queues the work above 50,000 contacts, and the field is gone at once (D-124)', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { data: { age: 7 } });
    await world.sql(
      `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
       select $1, gen_random_uuid(), 'n' || n || '@many.example', true, '{"age": 7}', 'api', now(), now()
         from generate_series(1, 50000) n`,
      [owner.project.id],
    );
    await world.sql(
      `insert into contact_tallies (project_id, id, contacts, subscribed, fields)
       select $1, gen_random_uuid(), 50000, 50000,
              jsonb_build_array(jsonb_build_object('key', 'age', 'presence', 50000, 'newType', 'number'))`,
      [owner.project.id],
    );
    const reply = await owner.key.delete('/contacts/fields/age');
    answered(reply, 202, { message: 'Queued' });
    isUuid7(reply.body.jobId);
    const { fields } = (await owner.key.get('/contacts/fields')).body;
    assert.deepEqual(
      fields.map(({ field }: { field: string }) => field),
      standardNames,
    );
    const job = await finishedJob(owner, reply.body.jobId);
    includes(job, { type: 'delete-field', state: 'completed', result: { deletedFrom: 50_001 } });
    const held = await world.sql(`select 1 from contacts where project_id = $1 and data ? 'age' limit 1`, [
      owner.project.id,
    ]);
    assert.equal(held.length, 0);
  }),
  it('refuses the standard fields', async (world) => {
    const { key } = await world.own();
    for (const field of standardNames) {
      refused(await key.delete(`/contacts/fields/${field}`), 400, 'FIELD_NOT_CUSTOM', { field });
    }
    answeredWhole(await key.delete('/contacts/fields/data.email'), 200, { field: 'data.email', deletedFrom: 0 });
  }),
);
