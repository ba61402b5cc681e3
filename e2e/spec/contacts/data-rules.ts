import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, invalid } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';

type Write = (owner: Owner, data: unknown) => Promise<Reply>;

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** What `data` may contain and how it is stored (D-206 to D-212); `write` sends it for a contact without data. */
export const dataRules = (write: Write): Case[] => [
  it('stores primitives, objects and arrays; drops null, empty text, one-time values and reserved keys', async (world) => {
    const reply = await write(await world.own(), {
      text: 'x',
      blank: '  ',
      number: 1.5,
      flag: false,
      object: { email: 'kept@example.com', none: null, empty: '' },
      list: [],
      gone: null,
      ignored: '',
      once: { value: 'X1', persistent: false },
      kept: { value: 'X2', persistent: true },
      almost: { value: 1, persistent: false, unit: 'kg' },
      unsure: { value: 1, persistent: 'no' },
      bare: { value: 1 },
      id: 'x',
      email: 'x@example.org',
      postrider_id: 'x',
      postrider_email: 'x',
      unsubscribeUrl: 'x',
      subscribeUrl: 'x',
      manageUrl: 'x',
      Id: 'case matters',
      subscribed: false,
      createdAt: 'a custom key',
      locale: 'pt-BR',
    });
    assert.ok(reply.status < 300, reply.text);
    assert.deepEqual(reply.body.data, {
      text: 'x',
      blank: '  ',
      number: 1.5,
      flag: false,
      object: { email: 'kept@example.com', none: null, empty: '' },
      list: [],
      kept: 'X2',
      almost: { value: 1, persistent: false, unit: 'kg' },
      unsure: { value: 1, persistent: 'no' },
      bare: { value: 1 },
      Id: 'case matters',
      subscribed: false,
      createdAt: 'a custom key',
      locale: 'pt-BR',
    });
    assert.equal(reply.body.subscribed, true);
  }),
  it('refuses data that is no object, and bad keys', async (world) => {
    const owner = await world.own();
    for (const data of ['text', 7, true, []]) invalid(await write(owner, data), ['data', 'invalid_type']);
    invalid(await write(owner, { ['x'.repeat(129)]: 1 }), [`data.${'x'.repeat(128)}`, 'invalid_string']);
    invalid(await write(owner, { 'a\u0001b': 1 }), ['data.a\u0001b', 'invalid_string']);
    invalid(await write(owner, { '': 1 }), ['data.', 'invalid_string']);
  }),
  it('trims keys', async (world) => {
    const reply = await write(await world.own(), { '  plan ': 'pro' });
    assert.ok(reply.status < 300, reply.text);
    assert.deepEqual(reply.body.data, { plan: 'pro' });
  }),
  it('keeps to the limits of depth, keys and size, and writes nothing beyond them', async (world) => {
    const owner = await world.own();
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    assert.ok((await write(owner, many(500))).status < 300);
    invalid(await write(owner, many(501)), ['data', 'too_big']);
    invalid(await write(owner, { big: 'x'.repeat(64 * 1024) }), ['data', 'too_big']);
    invalid(await write(owner, { deep: nested(12) }), ['data', 'too_big']);
    answered(await owner.key.get('/contacts?limit=1'), 200);
  }),
];
