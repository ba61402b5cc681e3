import assert from 'node:assert/strict';
import type { Client } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, invalid, isInstant, refused, statusesOf } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { ask, type Subject } from './request.ts';

interface IdempotencyOptions {
  /** A client that may call the endpoint in this project. */
  as(world: World, owner: Owner): Client;
  /** A secret key or a session may read the stored reply; a public key may not (D-141). */
  seesReply: boolean;
  /** How many times the effect of the good request has happened in the endpoint's project. */
  effects(world: World): Promise<number>;
  /** A field of the body that is required, to make a request that is refused. */
  required: string;
}

let used = 0;
const newKey = (): string => {
  used += 1;
  return `key ${used} ~`;
};

/** D-135 to D-141 for one endpoint that supports Idempotency-Key. */
export function idempotency(subject: Subject, options: IdempotencyOptions): Case[] {
  const callerOf = async (world: World): Promise<Client> => options.as(world, await world.own());
  return [
    it('refuses a key that was used, with the same body or another, and does nothing again', async (world) => {
      const key = newKey();
      const client = (await callerOf(world)).with({ 'idempotency-key': key });
      const first = await ask(subject, world, client);
      answered(first, subject.status);
      const before = await options.effects(world);
      for (let turn = 0; turn < 2; turn += 1) {
        const repeat = await ask(subject, world, client);
        refused(repeat, 409, 'IDEMPOTENCY_KEY_REUSED');
        const { originalRequestAt, originalResponse, ...details } = repeat.body.error.details;
        assert.deepEqual(details, { key, originalRequest: subject.endpoint, originalStatusCode: 200 });
        isInstant(originalRequestAt);
        if (options.seesReply) assert.deepEqual(originalResponse, first.body);
        else assert.ok(!('originalResponse' in repeat.body.error.details));
      }
      assert.equal(await options.effects(world), before);
    }),
    it('does the work once for many requests at one time', async (world) => {
      const client = (await callerOf(world)).with({ 'idempotency-key': newKey() });
      const before = await options.effects(world);
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask(subject, world, client)));
      assert.deepEqual(statusesOf(replies), [subject.status, ...Array.from({ length: 7 }, () => 409)]);
      assert.equal(await options.effects(world), before + 1);
    }),
    it('keeps a key free that came with a refused request', async (world) => {
      const client = (await callerOf(world)).with({ 'idempotency-key': newKey() });
      const without = ({ body }: { body?: Record<string, unknown> }) => ({
        body: { ...body, [options.required]: null },
      });
      invalid(await ask(subject, world, client, without), [options.required, 'required']);
      answered(await ask(subject, world, client), subject.status);
    }),
    it('refuses a malformed key before anything else of the request', async (world) => {
      const client = await callerOf(world);
      for (const key of ['', 'x'.repeat(256), 'tab\there', 'ä'].map((text) => Buffer.from(text).toString('latin1'))) {
        const reply = await ask(subject, world, client.with({ 'idempotency-key': key }), { body: {} });
        refused(reply, 400, 'BAD_REQUEST', { header: 'Idempotency-Key' });
      }
      const twice = await ask(subject, world, client.with({ 'idempotency-key': ['a', 'b'] }));
      refused(twice, 400, 'BAD_REQUEST', { header: 'Idempotency-Key' });
      answered(await ask(subject, world, client.with({ 'idempotency-key': 'x'.repeat(255) })), subject.status);
    }),
    it('frees a key after its lifetime, and one whose request died after a minute', async (world) => {
      const key = newKey();
      const client = (await callerOf(world)).with({ 'idempotency-key': key });
      answered(await ask(subject, world, client), subject.status);
      await world.sql('update idempotency_keys set expires_at = now() where key = $1', [key]);
      answered(await ask(subject, world, client), subject.status);
      await world.sql('update idempotency_keys set status_code = null, result = null where key = $1', [key]);
      const running = await ask(subject, world, client);
      refused(running, 409, 'IDEMPOTENCY_KEY_REUSED', { originalStatusCode: null });
      assert.equal(running.headers['retry-after'], '1');
      await world.sql('update idempotency_keys set lease_until = now() where key = $1', [key]);
      answered(await ask(subject, world, client), subject.status);
    }),
    it('keeps keys of two projects apart', async (world) => {
      const key = newKey();
      for (const owner of [await world.own(), await world.owner()]) {
        const client = options.as(world, owner).with({ 'idempotency-key': key });
        answered(await ask(subject, world, client), subject.status);
        refused(await ask(subject, world, client), 409, 'IDEMPOTENCY_KEY_REUSED');
      }
    }),
  ];
}
