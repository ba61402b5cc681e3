import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Case, it } from '../entry.ts';
import { refused } from '../world/expect.ts';
import { asJson, asPage, hasPageHeaders, newReader } from './new-reader.ts';

/** D-654, D-656: every link that is not ours, or is for another page, gets the same reply. */
export const wrongLinks = (method: 'GET' | 'POST', purpose: 'u' | 's' | 'm' | 'v'): Case[] => [
  it('returns the same for every link that is incomplete, forged, or made for another page', async (world) => {
    const { paths, contactId } = await newReader(await world.own());
    const token = (purpose === 'v' ? paths.u : paths[purpose]).slice(3);
    const other = (purpose === 'u' ? paths.s : paths.u).slice(3);
    const caller = world.anyone();
    const replies = [];
    for (const text of [token.slice(0, -1), `${token}A`, `2${token.slice(1)}`, other, contactId, randomUUID(), 'x'])
      replies.push(await caller.send({ method, path: `/${purpose}/${text}`, headers: asPage }));
    for (const reply of replies) {
      assert.equal(reply.status, 404);
      assert.equal(reply.text, replies[0]?.text);
      assert.match(reply.text, /This link is incomplete/);
      hasPageHeaders(reply);
    }
    const asData = await caller.send({ method, path: `/${purpose}/x`, headers: asJson });
    refused(asData, 404, 'RESOURCE_NOT_FOUND', { resource: 'link' });
  }),
  it('returns 404 for 60 wrong links a minute and address, then 429, and serves good ones always', async (world) => {
    const { paths } = await newReader(await world.own());
    const caller = world.anyone();
    for (let n = 0; n < 60; n += 1) {
      const reply = await caller.send({ method, path: `/${purpose}/wrong-${n}`, headers: asPage });
      assert.equal(reply.status, 404);
    }
    const limited = await caller.send({ method, path: `/${purpose}/wrong`, headers: asPage });
    assert.equal(limited.status, 429);
    assert.match(limited.text, /Too many attempts/);
    const asData = await caller.send({ method, path: `/${purpose}/wrong`, headers: asJson });
    refused(asData, 429, 'RATE_LIMIT_EXCEEDED');
    assert.ok(Number(limited.headers['retry-after']) >= 1);
    assert.equal((await caller.get(paths.u, asPage)).status, 200);
  }),
];
