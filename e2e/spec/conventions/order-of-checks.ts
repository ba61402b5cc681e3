import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Call, Client } from '@postrider/server/testing/client';
import { newContact } from '../contacts/new-contact.ts';
import { type Case, it } from '../entry.ts';
import { aList, newSegment } from '../segments/new-segment.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';

const path = '/events/track';
const json = { 'content-type': 'application/json' };

/** Wrong in every way that can be told before its content is looked at: key, media type and size; and it is no JSON. */
const spoilt = (headers: object = {}): Call => ({
  method: 'POST',
  path,
  raw: 'x'.repeat(1_048_577),
  headers: { 'idempotency-key': '', 'content-type': 'text/plain', ...headers },
});

/** Of several failures the first is returned; each call below lacks the one that the call before was refused for (D-109). */
export const orderOfChecks: Case[] = [
  it('looks for route and method, then at the caller, the origin, the project and its state (D-109)', async (world) => {
    const owner = await world.owner();
    const anyone = world.anyone();
    const nowhere = await anyone.send({ ...spoilt(), path: '/nowhere' });
    refused(nowhere, 404, 'RESOURCE_NOT_FOUND', { resource: 'route' });
    assert.match(nowhere.body.error.suggestion, /\/reference/);
    refused(await anyone.send({ ...spoilt(), method: 'PUT' }), 405, 'METHOD_NOT_ALLOWED');
    refused(await anyone.send(spoilt()), 401, 'INVALID_API_KEY');
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    refused(await owner.api.send(spoilt(elsewhere)), 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
    refused(await owner.api.send(spoilt()), 400, 'BAD_REQUEST', { header: 'X-Project-Id' });
    const foreign = { 'x-project-id': world.strangersProject };
    refused(await owner.api.send(spoilt(foreign)), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
    const member = await world.inTeam('MEMBER');
    const { project } = await world.own();
    const caps = { ...spoilt(), method: 'PUT', path: `/users/@me/projects/${project.id}/billing-limits` };
    refused(await member.api.send(caps), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
  }),
  it('looks at the state of the project before the rate limit, and at the idempotency key after it (D-109)', async (world) => {
    const [disabled, busy, owner] = [await world.owner(), await world.owner(), await world.owner()];
    for (const { project } of [disabled, busy]) {
      await world.sql(`insert into rate_limits (key, used, resets_at) values ($1, 1000, now() + interval '1 minute')`, [
        `project:${project.id}:secret`,
      ]);
    }
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [disabled.project.id]);
    refused(await disabled.key.send(spoilt()), 403, 'PROJECT_DISABLED');
    refused(await busy.key.send(spoilt()), 429, 'RATE_LIMIT_EXCEEDED');
    const used = { 'idempotency-key': 'used' };
    answered(await owner.key.post(path, { email: newEmail('order'), event: 'visit' }, used), 200);
    refused(await owner.key.send(spoilt()), 400, 'BAD_REQUEST', { header: 'Idempotency-Key' });
    refused(await owner.key.send(spoilt(used)), 409, 'IDEMPOTENCY_KEY_REUSED');
  }),
  it('looks at media type, size, JSON and the rules of the body, in this order (D-109)', async (world) => {
    const { key } = await world.own();
    const fresh = { 'idempotency-key': randomUUID() };
    refused(await key.send(spoilt(fresh)), 415, 'UNSUPPORTED_MEDIA_TYPE');
    refused(await key.send(spoilt({ ...fresh, ...json })), 413, 'PAYLOAD_TOO_LARGE');
    refused(await key.send({ ...spoilt({ ...fresh, ...json }), raw: '{' }), 400, 'INVALID_REQUEST_BODY');
    invalid(await key.post(path, {}, fresh), ['email', 'required'], ['event', 'required']);
    answered(await key.post(path, { email: newEmail('order'), event: 'visit' }, fresh), 200);
  }),
  it('looks at the path, then the query, the JSON and the body, and last for the record (D-109)', async (world) => {
    const owner = await world.own();
    const { key } = owner;
    refused(await key.get('/contacts/nonsense/timeline?kind=note'), 404, 'CONTACT_NOT_FOUND');
    refused(await key.get(`/contacts/${randomUUID()}/timeline?kind=note`), 400, 'BAD_REQUEST', { parameter: 'kind' });
    refused(await key.get(`/contacts/${randomUUID()}/timeline`), 404, 'CONTACT_NOT_FOUND');
    const change = (id: string, raw: string) =>
      key.send({ method: 'PATCH', path: `/contacts/${id}`, raw, headers: json });
    refused(await change('nonsense', '{'), 404, 'CONTACT_NOT_FOUND');
    refused(await change(randomUUID(), '{'), 400, 'INVALID_REQUEST_BODY');
    invalid(await change(randomUUID(), '{"email":7}'), ['email', 'invalid_type']);
    refused(await change(randomUUID(), '{}'), 404, 'CONTACT_NOT_FOUND');
    answered(await change((await newContact(owner)).id, '{}'), 200);
    await queryBeforeJson(key, (await newSegment(owner, aList)).id);
  }),
];

async function queryBeforeJson(key: Client, id: string): Promise<void> {
  const call = { method: 'DELETE', path: `/segments/${id}/members?emails=%FF`, raw: '{', headers: json };
  refused(await key.send(call), 400, 'BAD_REQUEST', { parameter: 'emails' });
  refused(await key.send({ ...call, path: `/segments/${id}/members` }), 400, 'INVALID_REQUEST_BODY');
}
