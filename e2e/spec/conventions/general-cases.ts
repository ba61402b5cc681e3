import assert from 'node:assert/strict';
import type { Client, Reply } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, isUuid7, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { ask, isRead, type Subject, templateOf } from './request.ts';

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface GeneralCaseOptions {
  caller(world: World): Promise<Client>;
  isCounted: boolean;
  /** Supports Idempotency-Key, and proves it elsewhere. */
  isIdempotent?: boolean;
  hasOpenCors?: boolean;
  cacheControl?: string;
  /** Of a reply that is not JSON. */
  contentType?: string;
}

/** What every reply has in common: headers, methods, slashes, preflights (D-110, D-111, D-116, D-133, D-135). */
export const generalCases = (subject: Subject, options: GeneralCaseOptions): Case[] => [
  it('returns the fixed headers and a request id of our own', async (world) => {
    const reply = await ask(subject, world, await options.caller(world), { headers: { 'x-request-id': 'mine' } });
    answered(reply, subject.status);
    fixedHeaders(reply, options.cacheControl ?? 'no-store', options.contentType);
    counted(reply, options.isCounted);
    assert.equal(reply.headers['access-control-allow-origin'], options.hasOpenCors ? '*' : undefined);
  }),
  it('lists the allowed methods to any other method', async (world) => {
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
  it('allows no call from a page of another origin', async (world) => {
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
  it('accepts a preflight of any page', async (world) => {
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

const head = (subject: Subject, { caller }: GeneralCaseOptions): Case =>
  it('returns the same for HEAD as for GET, without the body', async (world) => {
    const reply = await ask(subject, world, await caller(world), { method: 'HEAD' });
    answered(reply, subject.status);
    assert.equal(reply.text, '');
  });

const noIdempotency = (subject: Subject, { caller }: GeneralCaseOptions): Case =>
  it('ignores an Idempotency-Key', async (world) => {
    const client = (await caller(world)).with({ 'idempotency-key': 'the same twice' });
    for (let turn = 0; turn < 2; turn += 1) answered(await ask(subject, world, client), subject.status);
  });
