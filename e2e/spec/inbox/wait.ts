import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import { newMail } from './new-mail.ts';

export const waitForMail = entry(
  'GET /inbox/wait',
  projectEndpoint({
    endpoint: 'GET /inbox/wait',
    status: 200,
    request: async (_world, owner) => ({ path: `/inbox/wait?to=${(await newMail(owner)).to}` }),
  }),
  it('returns as soon as the mail has arrived', async (world) => {
    const { key } = await world.own();
    const waiting = key.get('/inbox/wait?to=later@people.example&timeout=20');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const body = { to: 'later@people.example', from: 'hello@postrider.test', subject: 'Now', body: 'x' };
    const sent = await key.post('/v1/send', body);
    const reply = await waiting;
    answered(reply, 200, { id: sent.body.data.emails[0].email, subject: 'Now', test: true });
    assert.notEqual(reply.body.status, 'QUEUED');
  }),
  it('returns the newest of several', async (world) => {
    const owner = await world.owner();
    await newMail(owner);
    const { id } = await newMail(owner);
    answered(await owner.key.get('/inbox/wait?subject=hello'), 200, { id });
  }),
  it('times out, and looks back a minute', async (world) => {
    const owner = await world.owner();
    const { id } = await newMail(owner);
    await world.sql(`update inbox_messages set received_at = received_at - interval '61 seconds' where id = $1`, [id]);
    const began = performance.now();
    refused(await owner.key.get('/inbox/wait?timeout=1'), 404, 'NO_MATCHING_EMAIL');
    const took = performance.now() - began;
    assert.ok(took > 900 && took < 9_000, `took ${took} ms`); // without `timeout` it would be 10 s
    answered(await owner.key.get('/inbox/wait?timeout=1&since=2026-01-01'), 200, { id });
    refused(await owner.key.get('/inbox/wait?timeout=1&since=nonsense'), 400, 'BAD_REQUEST', { parameter: 'since' });
  }),
);
