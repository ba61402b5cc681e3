import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from '@postrider/server/testing/client';
import { bearer } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';

const perMinute = { limit: 1000, windowSeconds: 60 };

function lastTwo(last: Reply, beyond: Reply, scope: 'project' | 'user'): void {
  answered(last, 200);
  assert.equal(last.headers['ratelimit-remaining'], '0');
  const retryAfter = Number(beyond.headers['retry-after']);
  refused(beyond, 429, 'RATE_LIMIT_EXCEEDED', { ...perMinute, scope, retryAfter });
  assert.equal(beyond.headers['ratelimit-remaining'], '0');
  assert.ok(retryAfter >= 1 && retryAfter <= 60);
}

/** D-132 to D-134. The window is moved close to its end in the database; the fault runs send all thousand. */
export const rateLimits: Case[] = [
  it('refuses request 1,001 of a key within a minute; the other key and sessions have a count of their own', async (world) => {
    const { key, inside, project } = await world.owner();
    answered(await key.get('/contacts'), 200);
    const nearlyOver = `update rate_limits set used = 999, resets_at = now() + interval '3 seconds' where key = $1`;
    await world.sql(nearlyOver, [`project:${project.id}:secret`]);
    const [last, beyond] = [await key.get('/contacts'), await key.get('/contacts')];
    lastTwo(last, beyond, 'project');
    const visitor = world.anyone().with(bearer(project.public));
    answered(await visitor.post('/v1/track', { email: 'ann@example.com', event: 'seen' }), 200);
    answered(await inside.get('/contacts'), 200);
    await delay(Number(beyond.headers['retry-after']) * 1_000);
    const fresh = await key.get('/contacts');
    answered(fresh, 200);
    assert.equal(fresh.headers['ratelimit-remaining'], '999');
    assert.equal(fresh.headers['ratelimit-reset'], '60');
  }),
  it('does not count calls with the public key against the secret one', async (world) => {
    const { key, project } = await world.owner();
    const visitor = world.anyone().with(bearer(project.public));
    const track = () => visitor.post('/v1/track', { email: 'ann@example.com', event: 'seen' });
    answered(await track(), 200);
    await world.sql('update rate_limits set used = 1000 where key = $1', [`project:${project.id}:public`]);
    refused(await track(), 429, 'RATE_LIMIT_EXCEEDED', { ...perMinute, scope: 'project' });
    answered(await key.get('/contacts'), 200);
  }),
  it('allows one address 60 calls a minute with public keys, and counts no more against the project', async (world) => {
    const { project } = await world.owner();
    const visitor = world.anyone().with(bearer(project.public));
    const track = (from = visitor) => from.post('/v1/track', { email: 'ann@example.com', event: 'seen' });
    for (let n = 0; n < 60; n += 1) answered(await track(), 200);
    refused(await track(), 429, 'RATE_LIMIT_EXCEEDED', { limit: 60, windowSeconds: 60, scope: 'address' });
    const other = await track(world.anyone().with(bearer(project.public)));
    answered(other, 200);
    assert.equal(other.headers['ratelimit-remaining'], '939');
  }),
  it('counts calls with a session per person', async (world) => {
    const { inside, id, api } = await world.owner();
    answered(await inside.get('/contacts'), 200);
    await world.sql('update rate_limits set used = 999 where key = $1', [`user:${id}`]);
    lastTwo(await inside.get('/contacts'), await inside.get('/contacts'), 'user');
    refused(await api.get('/users/@me'), 429, 'RATE_LIMIT_EXCEEDED', { ...perMinute, scope: 'user' });
  }),
  it('counts every reply but 429, and returns how many are left', async (world) => {
    const { key } = await world.owner();
    const left = async (path: string) => Number((await key.get(path)).headers['ratelimit-remaining']);
    assert.equal(await left('/contacts'), 999);
    assert.equal(await left('/contacts/nonsense'), 998);
    assert.equal(await left('/contacts?subscribed=maybe'), 997);
  }),
  it('allows one address 100 failures a minute', async (world) => {
    const { project } = await world.owner();
    const stranger = world.anyone();
    for (let n = 0; n < 100; n += 1)
      refused(await stranger.with(bearer('sk_wrong')).get('/contacts'), 401, 'INVALID_API_KEY');
    const reply = await stranger.with(bearer('sk_wrong')).get('/contacts');
    refused(reply, 429, 'RATE_LIMIT_EXCEEDED', { limit: 100, windowSeconds: 60, scope: 'address' });
    assert.ok(Number(reply.headers['retry-after']) >= 1);
    answered(await stranger.with(bearer(project.secret)).get('/contacts'), 200);
  }),
];
