import assert from 'node:assert/strict';
import type { Client } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { ask, type Subject } from './request.ts';

const json = { 'content-type': 'application/json' };
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** How a JSON body is parsed (D-112, D-114, D-115). `caller` has every permission that the endpoint requires. */
export const bodyRules = (subject: Subject, caller: (world: World) => Promise<Client>): Case[] => [
  it('accepts any JSON media type and no other', async (world) => {
    const client = await caller(world);
    for (const type of ['application/json; charset=utf-8', 'application/vnd.acme+json']) {
      answered(await ask(subject, world, client, { headers: { 'content-type': type } }), subject.status);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await ask(subject, world, client, { headers: { 'content-type': type } });
      refused(reply, 415, 'UNSUPPORTED_MEDIA_TYPE', { allowed: ['application/json'] });
      assert.match(reply.body.error.suggestion, /`Content-Type: application\/json`/);
    }
  }),
  it('refuses a body over its limit before parsing it', async (world) => {
    const { bodyLimitBytes: limitBytes = world.contract.bodyLimitOf(subject.endpoint) } = subject;
    assert.ok([16_384, 1_048_576, 5_242_880, 62_914_560].includes(limitBytes), `a limit of ${limitBytes}`);
    const raw = `{"note":"${'x'.repeat(limitBytes)}"}`;
    const reply = await ask(subject, world, await caller(world), { raw, headers: json });
    refused(reply, 413, 'PAYLOAD_TOO_LARGE', { limitBytes });
  }),
  it('refuses what is not JSON, or nested deeper than 40', async (world) => {
    const client = await caller(world);
    for (const raw of ['{', '{"a":1,}', "{'a':1}", '\u0000', nested(41)]) {
      refused(await ask(subject, world, client, { raw, headers: json }), 400, 'INVALID_REQUEST_BODY');
    }
  }),
  it('refuses JSON that is no object', async (world) => {
    const client = await caller(world);
    for (const [raw, type] of [
      ['[]', 'array'],
      ['"text"', 'string'],
      ['7', 'number'],
      ['true', 'boolean'],
      ['null', 'null'],
    ] as const) {
      invalid(await ask(subject, world, client, { raw, headers: json }), ['', 'invalid_type', type]);
    }
  }),
  it('refuses a zero byte and an infinite number, with the field', async (world) => {
    const client = await caller(world);
    const zero = await ask(subject, world, client, ({ body }) => ({ body: { ...body, deep: [{ note: 'a\u0000b' }] } }));
    invalid(zero, ['deep.0.note', 'invalid_string']);
    const infinite = await ask(subject, world, client, ({ body }) => ({
      raw: JSON.stringify({ ...body, deep: 0 }).replace('"deep":0', '"deep":1e999'),
      headers: json,
    }));
    invalid(infinite, ['deep', 'invalid_type', 'number']);
  }),
  it('ignores fields it does not know, __proto__ too, and takes the last of two', async (world) => {
    const client = await caller(world);
    const reply = await ask(subject, world, client, ({ body }) => ({
      raw: JSON.stringify({ ...body, zzz: 1 }).replace(/}$/, ',"zzz":2,"__proto__":{"isAdmin":true},"updatedAt":"x"}'),
      headers: json,
    }));
    answered(reply, subject.status);
    assert.ok(!reply.text.includes('zzz'));
  }),
];

/** With a key a missing content type is JSON; with a cookie it must be stated (D-112). */
export const contentTypeRules = (subject: Subject): Case =>
  it('reads a body without content type as JSON from a key, not from a cookie', async (world) => {
    const { key, inside } = await world.own();
    const raw = ({ body }: { body?: unknown }) => ({ raw: JSON.stringify(body ?? {}), body: undefined });
    answered(await ask(subject, world, key, raw), subject.status);
    refused(await ask(subject, world, inside, raw), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
