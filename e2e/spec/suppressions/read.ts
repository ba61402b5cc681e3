import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, isUuid7, refused } from '../world/expect.ts';
import { complained, idInPath, newSuppression, requestOne } from './new-suppression.ts';

const listSubject = {
  endpoint: 'GET /suppressions',
  status: 200,
  request: async () => ({ path: '/suppressions' }),
} as const;
const getSubject = { endpoint: 'GET /suppressions/:id', status: 200, request: requestOne } as const;

const emailsOf = (body: { data: { email: string }[] }): string[] => body.data.map(({ email }) => email);

export const listSuppressions = entry(
  'GET /suppressions',
  projectEndpoint(listSubject),
  it('shows the newest first, page by page, with the total on the first', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.get('/suppressions'), 200, { data: [], cursor: '', hasMore: false, total: 0 });
    const made = [];
    for (let n = 0; n < 3; n += 1) made.unshift((await newSuppression(owner)).email);
    const first = await owner.key.get('/suppressions?limit=2');
    answered(first, 200, { hasMore: true, total: 3 });
    const second = await owner.key.get(`/suppressions?limit=2&cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, total: 0, cursor: '' });
    assert.deepEqual([...emailsOf(first.body), ...emailsOf(second.body)], made);
    refused(await owner.key.get('/suppressions?cursor=nonsense'), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
  it('narrows by a part of the address and by reason', async (world) => {
    const owner = await world.owner();
    const kept = await newSuppression(owner);
    answered(await owner.key.post('/suppressions', { emails: ['a_b%c@list.example'] }), 201, { added: 1 });
    await complained(world, kept.id);
    const part = kept.email.slice(3, 12).toUpperCase();
    assert.deepEqual(emailsOf((await owner.key.get(`/suppressions?search=${part}`)).body), [kept.email]);
    assert.deepEqual(emailsOf((await owner.key.get('/suppressions?search=_b%25')).body), ['a_b%c@list.example']);
    assert.deepEqual(emailsOf((await owner.key.get('/suppressions?reason=COMPLAINT')).body), [kept.email]);
    refused(await owner.key.get('/suppressions?reason=NONE'), 400, 'BAD_REQUEST', { parameter: 'reason' });
  }),
);

export const getSuppression = entry(
  'GET /suppressions/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('finds it by its id and by its address', async (world) => {
    const owner = await world.own();
    const { id, email } = await newSuppression(owner, { blocks: 'MARKETING', note: ' By phone ' });
    const reply = await owner.key.get(`/suppressions/${id}`);
    const { createdAt, ...rest } = reply.body;
    isUuid7(id);
    isInstant(createdAt);
    assert.deepEqual(rest, { id, email, reason: 'MANUAL', blocks: 'MARKETING', note: 'By phone', emailId: null });
    answered(await owner.key.get(`/suppressions/${encodeURIComponent(email.toUpperCase())}`), 200, { id });
    refused(await owner.key.get('/suppressions/nobody@people.example'), 404, 'RESOURCE_NOT_FOUND');
  }),
);
