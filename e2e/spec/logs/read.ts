import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { idInPath, loggedCall, requestIdOf, requestOne } from './logged-call.ts';

const listSubject = { endpoint: 'GET /logs', status: 200, request: async () => ({ path: '/logs' }) } as const;
const getSubject = { endpoint: 'GET /logs/:requestId', status: 200, request: requestOne } as const;

const idsOf = (body: { data: { requestId: string }[] }): string[] => body.data.map(({ requestId }) => requestId);

export const listLogs = entry(
  'GET /logs',
  projectEndpoint(listSubject),
  it('shows the newest first, page by page, with the total on the first (D-1042)', async (world) => {
    const { key } = await world.owner();
    const made = [];
    for (let n = 0; n < 3; n += 1) made.unshift(requestIdOf(await key.post('/contacts', { email: newEmail() })));
    await loggedCall(key, made[0] ?? '');
    const first = await key.get('/logs?path=/contacts&limit=2');
    answered(first, 200, { hasMore: true, total: 3 });
    const second = await key.get(`/logs?path=/contacts&limit=2&cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, total: 0, cursor: '' });
    assert.deepEqual([...idsOf(first.body), ...idsOf(second.body)], made);
    refused(await key.get('/logs?cursor=nonsense'), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
  it('narrows by method, path, status, id and time', async (world) => {
    const { key } = await world.owner();
    const good = requestIdOf(await key.post('/contacts', { email: newEmail() }));
    const bad = requestIdOf(await key.get('/segments/nonsense'));
    await loggedCall(key, bad);
    assert.deepEqual(idsOf((await key.get('/logs?method=POST')).body), [good]);
    assert.deepEqual(idsOf((await key.get('/logs?path=/segments')).body), [bad]);
    assert.ok(idsOf((await key.get('/logs?status=4xx')).body).includes(bad));
    assert.deepEqual(idsOf((await key.get('/logs?status=201')).body), [good]);
    assert.deepEqual(idsOf((await key.get(`/logs?requestId=${good}`)).body), [good]);
    const nothing = { data: [], cursor: '', hasMore: false, total: 0 };
    answeredWhole(await key.get('/logs?endDate=2020-01-01'), 200, nothing);
    for (const [parameter, value] of [
      ['status', '6xx'],
      ['method', 'TRACE'],
      ['requestId', 'nonsense'],
      ['startDate', 'nonsense'],
    ])
      refused(await key.get(`/logs?${parameter}=${value}`), 400, 'BAD_REQUEST', { parameter });
  }),
  it('leaves out what the dashboard reads', async (world) => {
    const owner = await world.owner();
    const inProject = owner.api.with({ 'x-project-id': owner.project.id });
    const read = requestIdOf(await inProject.get('/contacts'));
    const change = requestIdOf(await inProject.post('/contacts', { email: newEmail() }));
    answered(await loggedCall(inProject, change), 200, { identity: 'session', keyLast4: null });
    assert.ok(!idsOf((await inProject.get('/logs')).body).includes(read));
  }),
);

export const getLog = entry(
  'GET /logs/:requestId',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('shows what was sent and returned, without secrets (D-1045)', async (world) => {
    const { key, project } = await world.owner();
    const body = { email: newEmail(), data: { apiKey: 'a secret of somebody', plan: 'pro' }, colour: 'blue' };
    const reply = await key.post('/contacts', body, { 'user-agent': 'shop/2', 'x-other': 'other' });
    const call = await loggedCall(key, requestIdOf(reply));
    answered(call, 200, {
      method: 'POST',
      path: '/contacts',
      status: 201,
      identity: 'secret',
      keyLast4: project.secret.slice(-4),
      userAgent: 'shop/2',
      contacts: [reply.body.id],
      emails: [],
      events: [],
      ignoredFields: ['colour'],
      errorCode: null,
      leftOut: 0,
    });
    isInstant(call.body.at);
    assert.equal(call.body.requestHeaders.authorization, '[cut]');
    assert.equal(call.body.requestHeaders['x-other'], '[cut]');
    assert.equal(call.body.requestHeaders['user-agent'], 'shop/2');
    assert.equal(JSON.parse(call.body.requestBody).data.apiKey, '[cut]');
    assert.equal(JSON.parse(call.body.responseBody).data.plan, 'pro');
    assert.ok(!call.text.includes('a secret of somebody'));
  }),
  it('shows why a call was refused', async (world) => {
    const { key } = await world.own();
    const reply = await key.post('/contacts', { email: 'nonsense' });
    answered(await loggedCall(key, requestIdOf(reply)), 200, {
      status: 422,
      errorCode: 'VALIDATION_ERROR',
      errorMessage: 'Request validation failed',
    });
  }),
);
