import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { asJson, form, newReader } from '../pages/new-reader.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { finishedJob, importFile } from './job.ts';
import { newContact } from './new-contact.ts';
import { idInPath } from './one-contact.ts';

const subject = {
  endpoint: 'GET /contacts/:id/consent',
  status: 200,
  request: async (_world: World, owner: Owner) => ({ path: `/contacts/${(await newContact(owner)).id}/consent` }),
} as const;

const nothing = { reason: null, emailId: null, campaignId: null, workflowId: null } as const;
const byKey = { kind: 'key', userId: null, name: null } as const;

const consentOf = async ({ key }: Owner, id: string, query = '') =>
  (await key.get(`/contacts/${id}/consent${query}`)).body;

export const contactConsent = entry(
  'GET /contacts/:id/consent',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('of a new contact has the state it was created with, and the request that did it (D-1060)', async (world) => {
    const owner = await world.own();
    const created = await owner.key.post('/contacts', { email: newEmail('contact'), subscribed: false });
    const { data } = await consentOf(owner, created.body.id);
    const row = {
      ...nothing,
      at: created.body.createdAt,
      subscribed: false,
      source: 'api',
      by: byKey,
      isCreation: true,
    };
    answeredWhole(await owner.key.get(`/contacts/${created.body.id}/consent`), 200, {
      data: [{ ...row, id: data[0].id, requestId: created.headers['x-request-id'] }],
      cursor: '',
      hasMore: false,
      total: 1,
    });
  }),
  it('has one row for each change, newest first; the same state again and other changes leave none (D-1060)', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    await owner.key.patch(`/contacts/${id}`, { subscribed: true, data: { plan: 'pro' } });
    await owner.key.patch(`/contacts/${id}`, { email: newEmail('contact') });
    const changed = await owner.inside.patch(`/contacts/${id}`, { subscribed: false });
    answered(await owner.key.get(`/contacts/${id}/consent`), 200, {
      data: [
        {
          ...{ ...nothing, subscribed: false, source: 'api', isCreation: false },
          by: { kind: 'user', userId: owner.id, name: owner.email },
          requestId: changed.headers['x-request-id'],
        },
        { ...nothing, subscribed: true, source: 'api', by: byKey, isCreation: true },
      ],
      total: 2,
    });
  }),
  it('says who asked for an import and for a bulk run (D-1060)', async (world) => {
    const owner = await world.own();
    const email = newEmail('contact');
    await importFile(owner, `email\n${email}\n`);
    const { data } = (await owner.key.get(`/contacts?search=${email}`)).body;
    const run = await owner.inside.post('/contacts/bulk-unsubscribe', { contactIds: [data[0].id] });
    await finishedJob(owner, run.body.jobId);
    answered(await owner.key.get(`/contacts/${data[0].id}/consent`), 200, {
      data: [
        {
          ...{ ...nothing, subscribed: false, source: 'bulk', isCreation: false },
          by: { kind: 'user', userId: owner.id, name: owner.email },
          requestId: run.headers['x-request-id'],
        },
        { ...nothing, subscribed: true, source: 'import', by: byKey, isCreation: true },
      ],
    });
  }),
  it('says that a link in a mail was used, or the public key (D-1060)', async (world) => {
    const owner = await world.own();
    const reader = await newReader(owner);
    const left = await world.anyone().send({
      ...{ method: 'POST', path: reader.paths.u, raw: 'List-Unsubscribe=One-Click' },
      headers: { ...asJson, ...form },
    });
    answered(left, 200);
    const back = { email: reader.email, event: 'came back', subscribed: true };
    answered(
      await world
        .anyone()
        .with({ authorization: `Bearer ${owner.project.public}` })
        .post('/v1/track', back),
      200,
    );
    answered(await owner.key.get(`/contacts/${reader.contactId}/consent`), 200, {
      data: [
        { ...nothing, subscribed: true, source: 'track', by: { ...byKey, kind: 'public-key' }, isCreation: false },
        {
          ...{ ...nothing, subscribed: false, source: 'page', reason: 'one_click', isCreation: false },
          ...{ by: { ...byKey, kind: 'link' }, emailId: reader.emailId, requestId: left.headers['x-request-id'] },
        },
        { ...nothing, subscribed: true, source: 'send', by: byKey, isCreation: true },
      ],
    });
  }),
  it('goes on at the cursor, and refuses one of another kind (D-1060)', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    for (const subscribed of [false, true]) await owner.key.patch(`/contacts/${id}`, { subscribed });
    const first = await consentOf(owner, id, '?limit=2');
    const last = await consentOf(owner, id, `?limit=2&cursor=${first.cursor}`);
    assert.deepEqual(
      [...first.data, ...last.data].map((row) => row.subscribed),
      [true, false, true],
    );
    assert.deepEqual([first.hasMore, first.total, last.hasMore, last.total], [true, 3, false, 0]);
    refused(await owner.key.get(`/contacts/${id}/consent?cursor=nonsense`), 400, 'BAD_REQUEST', {
      parameter: 'cursor',
    });
  }),
);
