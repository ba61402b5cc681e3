import assert from 'node:assert/strict';
import { finishedJob } from '../contacts/job.ts';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, includes, invalid, refused } from '../world/expect.ts';
import { aList, aSegment, idInPath, isPro, newSegment, requestOf } from './new-segment.ts';

const emails = ['a@example.com'];
const contactsSubject = {
  endpoint: 'GET /segments/:id/contacts',
  status: 200,
  request: requestOf(aSegment, '/contacts'),
} as const;
const addSubject = {
  endpoint: 'POST /segments/:id/members',
  status: 200,
  request: requestOf(aList, '/members', { emails }),
} as const;
const dropSubject = {
  endpoint: 'DELETE /segments/:id/members',
  status: 200,
  request: requestOf(aList, '/members', { emails }),
} as const;
const removeSubject = {
  endpoint: 'POST /segments/:id/members/remove',
  status: 200,
  request: requestOf(aList, '/members/remove', { emails }),
} as const;
const computeSubject = {
  endpoint: 'POST /segments/:id/compute',
  status: 200,
  request: requestOf({ ...aSegment, trackMembership: true }, '/compute'),
} as const;

export const segmentContacts = entry(
  'GET /segments/:id/contacts',
  projectEndpoint(contactsSubject),
  unknownIds(contactsSubject, idInPath),
  it('lists members live, newest first, by page (D-333, D-343)', async (world) => {
    const owner = await world.owner();
    const add = (name: string, plan: string) =>
      owner.key.post('/contacts', { email: `${name}@example.com`, data: { plan } });
    await add('a', 'pro');
    await add('x', 'free');
    const { id, memberCount } = await newSegment(owner);
    assert.equal(memberCount, 1);
    for (const name of ['b', 'c']) await add(name, 'pro');
    const reply = await owner.key.get(`/segments/${id}/contacts?pageSize=2&page=1`);
    answered(reply, 200, { total: 3, page: 1, pageSize: 2, totalPages: 2 });
    assert.deepEqual(
      reply.body.data.map(({ email }: { email: string }) => email),
      ['c@example.com', 'b@example.com'],
    );
    answered(await owner.key.get(`/segments/${id}/contacts?pageSize=1000&page=9`), 200, {
      data: [],
      pageSize: 100,
      total: 3,
    });
    answered(await owner.key.get(`/segments/${id}`), 200, { memberCount: 3 });
    answered(await owner.key.get(`/segments/${id}/contacts?page=2000000`), 200, { data: [], page: 1_000_000 });
  }),
);

export const addMembers = entry(
  'POST /segments/:id/members',
  projectEndpointWithBody(addSubject),
  unknownIds(addSubject, idInPath),
  it('adds known addresses, creates unknown ones only when asked (D-344)', async (world) => {
    const owner = await world.owner();
    const { id } = await newSegment(owner, aList);
    const add = (body: object) => owner.key.post(`/segments/${id}/members`, body);
    answeredWhole(await add({ emails: ['a@example.com'] }), 200, { added: 0, created: 0, notFound: ['a@example.com'] });
    const emailsTwice = ['A@example.com', 'no', 'a@example.com'];
    answeredWhole(await add({ emails: emailsTwice, createMissing: true, subscribed: false }), 200, {
      added: 1,
      created: 1,
      notFound: ['no'],
    });
    answeredWhole(await add({ emails: ['a@example.com'] }), 200, { added: 0, created: 0, notFound: [] });
    answered(await add({ emails: ['a@example.com', 'b@example.com'], createMissing: true }), 200, { created: 1 });
    answered(await owner.key.get('/contacts?sort=email&dir=asc'), 200, {
      data: [
        { email: 'a@example.com', subscribed: false },
        { email: 'b@example.com', subscribed: true, data: {} },
      ],
    });
    assert.deepEqual((await owner.key.get('/contacts?sort=email&dir=asc')).body.data[1].data, {});
  }),
  it('keeps its limits, and dynamic segments out (D-344)', async (world) => {
    const owner = await world.own();
    const { id } = await newSegment(owner, aList);
    invalid(await owner.key.post(`/segments/${id}/members`, { emails: [] }), ['emails', 'too_small']);
    invalid(await owner.key.post(`/segments/${id}/members`, { emails: Array(501).fill('a@example.com') }), [
      'emails',
      'too_big',
    ]);
    invalid(await owner.key.post(`/segments/${id}/members`, { emails: [7] }), ['emails.0', 'invalid_type', 'number']);
    const dynamic = await newSegment(owner);
    refused(await owner.key.post(`/segments/${dynamic.id}/members`, { emails }), 400, 'SEGMENT_NOT_STATIC', {
      id: dynamic.id,
    });
  }),
);

export const dropMembers = entry(
  'DELETE /segments/:id/members',
  projectEndpointWithBody(dropSubject),
  unknownIds(dropSubject, idInPath),
  it('accepts addresses from the body or the query (D-338, D-345)', async (world) => {
    const owner = await world.owner();
    const { id, slug } = await newSegment(owner, { ...aList, trackMembership: true });
    const members = { emails: ['x@example.com', 'y@example.com', 'w@example.com', 'kept@example.com'] };
    for (const createMissing of [true, false])
      answered(await owner.key.post(`/segments/${id}/members`, { ...members, createMissing }), 200);
    answeredWhole(
      await owner.key.delete(`/segments/${id}/members`, { emails: ['x@example.com', 'z@example.com'] }),
      200,
      {
        removed: 1,
      },
    );
    answeredWhole(await owner.key.delete(`/segments/${id}/members?emails=y@example.com,w@example.com`), 200, {
      removed: 2,
    });
    const again = { emails: ['y@example.com'] };
    answeredWhole(await owner.key.post(`/segments/${id}/members/remove`, again), 200, { removed: 0 });
    invalid(await owner.key.delete(`/segments/${id}/members`), ['emails', 'required']);
    answered(await owner.key.get(`/segments/${id}`), 200, { memberCount: 1 });
    answered(await owner.key.get(`/events?eventName=segment.${slug}.entry`), 200, { total: 4 });
    answered(await owner.key.get(`/events?eventName=segment.${slug}.exit`), 200, { total: 3 });
  }),
);

export const removeMembers = entry(
  'POST /segments/:id/members/remove',
  projectEndpointWithBody(removeSubject),
  unknownIds(removeSubject, idInPath),
);

export const computeSegment = entry(
  'POST /segments/:id/compute',
  projectEndpoint(computeSubject),
  unknownIds(computeSubject, idInPath),
  it('refuses an untracked segment and returns zeros for a list (D-346)', async (world) => {
    const owner = await world.own();
    const { id } = await newSegment(owner);
    refused(await owner.key.post(`/segments/${id}/compute`), 400, 'SEGMENT_NOT_TRACKED', { id });
    const list = await newSegment(owner, aList);
    await owner.key.post(`/segments/${list.id}/members`, { emails, createMissing: true });
    answeredWhole(await owner.key.post(`/segments/${list.id}/compute`), 200, { added: 0, removed: 0, total: 1 });
  }),
  it('returns 202 with a job for more than 50,000 contacts (D-124)', async (world) => {
    const owner = await world.owner();
    const { id } = await newSegment(owner, { ...aSegment, trackMembership: true });
    const insert = (from: number, to: number) =>
      world.sql(
        `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
         select $1, gen_random_uuid(), n || '@large.example', true,
                jsonb_build_object('plan', case when n <= 10 then 'pro' else 'free' end), 'api', now(), now()
           from generate_series($2::int, $3::int) n`,
        [owner.project.id, from, to],
      );
    await insert(1, 50_000);
    answeredWhole(await owner.key.post(`/segments/${id}/compute`), 200, { added: 10, removed: 0, total: 10 });
    answered(await owner.key.get(`/segments/${id}`), 200, { memberCount: 10 });
    await insert(50_001, 50_001);
    const queued = await owner.key.post(`/segments/${id}/compute`);
    const { jobId, message } = queued.body;
    answeredWhole(queued, 202, { jobId, message });
    const job = await finishedJob(owner, jobId);
    includes(job, { type: 'compute-segment', state: 'completed', result: { added: 0, removed: 0, total: 10 } });
  }),
);

export const previewSegment = entry(
  'POST /segments/preview',
  projectEndpointWithBody({
    endpoint: 'POST /segments/preview',
    status: 200,
    request: async () => ({ path: '/segments/preview', body: { condition: isPro } }),
  }),
  it('shows whole contacts, the newest first, and of each filter how many lack a value or have a day alone (D-347)', async (world) => {
    const owner = await world.owner();
    const add = async (name: string, data: object) =>
      (await owner.key.post('/contacts', { email: `${name}@example.com`, data })).body;
    const made = [await add('a', { since: '2026-03-01' }), await add('b', {}), await add('c', {})];
    const filters = [
      { field: 'data.since', operator: 'within', value: 1, unit: 'days' },
      { field: 'event.visit', operator: 'triggered' },
      { field: 'email', operator: 'exists' },
    ];
    const condition = { logic: 'OR', groups: filters.map((filter) => ({ filters: [filter] })) };
    const reply = await owner.key.post('/segments/preview', { condition, sample: 2 });
    const sample = [made[2], made[1]].map(({ _meta, ...contact }) => contact);
    const counts = [
      { missing: 2, dayOnly: 1 },
      { missing: null, dayOnly: null },
      { missing: 0, dayOnly: 0 },
    ];
    answeredWhole(reply, 200, {
      count: 3,
      timedOut: false,
      sample,
      filters: counts.map((count, n) => ({ path: `groups.${n}.filters.0`, ...count })),
      contact: null,
    });
    invalid(await owner.key.post('/segments/preview', { condition: { ...condition, groups: [] } }), [
      'condition.groups',
      'too_small',
    ]);
  }),
  it('counts, samples and explains (D-347)', async (world) => {
    const owner = await world.owner();
    const { body } = await owner.key.post('/contacts', { email: 'a@example.com', data: { plan: 'free' } });
    await owner.key.post('/contacts', { email: 'b@example.com', data: { plan: 'pro' } });
    answered(await owner.key.post('/segments/preview', { condition: isPro, contactId: body.id, sample: 1 }), 200, {
      count: 1,
      timedOut: false,
      sample: [{ email: 'b@example.com' }],
      filters: [{ path: 'groups.0.filters.0', missing: 0, dayOnly: 0 }],
      contact: { matches: false, filters: [{ path: 'groups.0.filters.0', actual: 'free', result: false }] },
    });
    const contactId = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
    refused(await owner.key.post('/segments/preview', { condition: isPro, contactId }), 404, 'CONTACT_NOT_FOUND');
    invalid(await owner.key.post('/segments/preview', { condition: isPro, sample: 21 }), ['sample', 'too_big', 21]);
    answeredWhole(await owner.key.get('/segments'), 200, []);
  }),
);
