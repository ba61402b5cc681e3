import assert from 'node:assert/strict';
import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import type { Client } from '../world/client.ts';
import { answered, isUuid7, refused } from '../world/expect.ts';
import type { Reply } from '../world/http.ts';
import type { World } from '../world/world.ts';
import type { Subject } from './request.ts';
import { ask, isRead, templateOf } from './request.ts';

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Options {
  caller(world: World): Promise<Client>;
  isCounted: boolean;
  /** Heeds Idempotency-Key, and proves it elsewhere. */
  isIdempotent?: boolean;
  hasOpenCors?: boolean;
  cacheControl?: string;
  /** Of an answer that is not JSON. */
  contentType?: string;
}

/** What every answer has in common: headers, methods, slashes, preflights (D-110, D-111, D-116, D-133, D-135). */
export const manners = (subject: Subject, options: Options): Case[] => [
  it('answers with the fixed headers and a request id of our own', async (world) => {
    const reply = await ask(subject, world, await options.caller(world), { headers: { 'x-request-id': 'mine' } });
    answered(reply, subject.status);
    fixedHeaders(reply, options.cacheControl ?? 'no-store', options.contentType);
    counted(reply, options.isCounted);
    assert.equal(reply.headers['access-control-allow-origin'], options.hasOpenCors ? '*' : undefined);
  }),
  it('tells other methods which ones there are', async (world) => {
    const allowed = world.contract.methodsOf(templateOf(subject));
    const served = [...allowed, ...(subject.alsoServed ?? [])];
    const expected = [...served, ...(allowed.includes('GET') ? ['HEAD'] : [])];
    const { path } = await subject.request(world, await world.own());
    for (const method of all.filter((name) => !served.includes(name))) {
      const reply = await world.anyone().send({ method, path });
      refused(reply, 405, 'METHOD_NOT_ALLOWED', { allowed: expected });
      assert.deepEqual(String(reply.headers.allow).split(', ').toSorted(), expected.toSorted());
    }
  }),
  it('ignores one slash at the end and unknown query parameters', async (world) => {
    const client = await options.caller(world);
    answered(
      await ask(subject, world, client, ({ path }) => ({ path: path.replace(/(\?|$)/, '/$1') })),
      subject.status,
    );
    const asked = await ask(subject, world, client, ({ path }) => ({
      path: `${path}${path.includes('?') ? '&' : '?'}zzz=1`,
    }));
    answered(asked, subject.status);
  }),
  options.hasOpenCors ? openPreflight(subject) : closedPreflight(subject),
  ...(isRead(subject) ? [head(subject, options)] : options.isIdempotent ? [] : [noIdempotency(subject, options)]),
];

const json = 'application/json; charset=utf-8';

export function fixedHeaders(reply: Reply, cacheControl: string, contentType: string = json): void {
  if (![204, 302].includes(reply.status)) assert.equal(reply.headers['content-type'], contentType);
  assert.equal(reply.headers['cache-control'], cacheControl);
  assert.equal(reply.headers['x-content-type-options'], 'nosniff');
  isUuid7(reply.headers['x-request-id']);
}

function counted(reply: Reply, isCounted: boolean): void {
  assert.equal(reply.headers['ratelimit-limit'], isCounted ? '1000' : undefined);
  if (!isCounted) return;
  const remaining = Number(reply.headers['ratelimit-remaining']);
  const reset = Number(reply.headers['ratelimit-reset']);
  assert.ok(Number.isInteger(remaining) && remaining >= 0 && remaining < 1000);
  assert.ok(Number.isInteger(reset) && reset >= 1 && reset <= 60);
}

const closedPreflight = (subject: Subject): Case =>
  it('lets no page of another origin call it', async (world) => {
    const { path } = await subject.request(world, await world.own());
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const reply = await world.anyone().send({ method: 'OPTIONS', path, headers });
    assert.equal(reply.status, 204);
    assert.deepEqual(
      Object.keys(reply.headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  });

const openPreflight = (subject: Subject): Case =>
  it('answers a preflight of any page', async (world) => {
    const { path } = await subject.request(world, await world.own());
    const method = subject.endpoint.split(' ')[0];
    const reply = await world.anyone().send({ method: 'OPTIONS', path, headers: { origin: 'https://shop.example' } });
    assert.equal(reply.status, 204);
    assert.equal(reply.headers['access-control-allow-origin'], '*');
    assert.equal(reply.headers['access-control-allow-methods'], `${method}, OPTIONS`);
    assert.equal(reply.headers['access-control-allow-headers'], 'Authorization, Content-Type, Idempotency-Key');
    assert.equal(reply.headers['access-control-max-age'], '86400');
    assert.equal(reply.headers['access-control-allow-credentials'], undefined);
  });

const head = (subject: Subject, { caller }: Options): Case =>
  it('answers HEAD like GET, without the body', async (world) => {
    const reply = await ask(subject, world, await caller(world), { method: 'HEAD' });
    answered(reply, subject.status);
    assert.equal(reply.text, '');
  });

const noIdempotency = (subject: Subject, { caller }: Options): Case =>
  it('takes no notice of an Idempotency-Key', async (world) => {
    const client = (await caller(world)).with({ 'idempotency-key': 'the same twice' });
    for (let turn = 0; turn < 2; turn += 1) answered(await ask(subject, world, client), subject.status);
  });
