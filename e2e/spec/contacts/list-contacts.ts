import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { rateLimits } from '../conventions/rate-limits.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { newContact } from './new-contact.ts';

const subject = { endpoint: 'GET /contacts', status: 200, request: async () => ({ path: '/contacts' }) } as const;

/** An owner whose project holds 25 contacts, `c00@` to `c24@`; every fifth is not subscribed. */
async function withContacts(world: World): Promise<Owner> {
  const owner = await world.owner();
  for (let n = 0; n < 25; n += 1) {
    const email = `c${String(n).padStart(2, '0')}_100%@list.example`;
    await newContact(owner, { email, subscribed: n % 5 !== 0 });
  }
  return owner;
}

const emails = (reply: { body: { data: { email: string }[] } }): string[] =>
  reply.body.data.map(({ email }) => email.slice(0, 3));

const counting = (from: number, to: number): string[] => {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => `c${String(from + n * step).padStart(2, '0')}`);
};

let listed: Promise<Owner> | null = null;
const ownerOf = (world: World): Promise<Owner> => {
  listed ??= withContacts(world);
  return listed;
};

export const listContacts = entry(
  'GET /contacts',
  projectEndpoint(subject),
  rateLimits,
  it('returns an empty page for an empty project', async (world) => {
    const { key } = await world.owner();
    const reply = await key.get('/contacts');
    answered(reply, 200);
    assert.deepEqual(reply.body, { data: [], cursor: '', hasMore: false, total: 0 });
  }),
  it('shows the newest 20 first, and the rest behind the cursor (D-125, D-201)', async (world) => {
    const { key } = await ownerOf(world);
    const first = await key.get('/contacts');
    answered(first, 200, { hasMore: true, total: 25 });
    assert.deepEqual(emails(first), counting(24, 5));
    const second = await key.get(`/contacts?cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, total: 0, cursor: '' });
    assert.deepEqual(emails(second), counting(4, 0));
    const keys = ['createdAt', 'data', 'email', 'id', 'subscribed', 'updatedAt'];
    assert.deepEqual(Object.keys(first.body.data[0]).toSorted(), keys);
  }),
  it('takes an empty cursor for the first page (D-125, D-130, D-214)', async (world) => {
    const { key } = await ownerOf(world);
    answered(await key.get('/contacts?cursor=&search=&subscribed=&limit='), 200, { total: 25, hasMore: true });
  }),
  it('neither skips nor repeats a row when others come and go (D-126)', async (world) => {
    const owner = await world.owner();
    const made = [];
    for (let n = 0; n < 6; n += 1) made.push(await newContact(owner));
    const first = await owner.key.get('/contacts?limit=2&dir=asc');
    await owner.key.delete(`/contacts/${made[0]?.id}`);
    await owner.key.delete(`/contacts/${made[1]?.id}`);
    await newContact(owner);
    const second = await owner.key.get(`/contacts?limit=2&dir=asc&cursor=${first.body.cursor}`);
    assert.deepEqual(
      second.body.data.map(({ id }: { id: string }) => id),
      [made[2]?.id, made[3]?.id],
    );
  }),
  it('clamps limit and ignores nonsense (D-128, D-130)', async (world) => {
    const { key } = await ownerOf(world);
    for (const [limit, size] of [
      ['3', 3],
      ['0', 1],
      ['-7', 1],
      ['1000', 25],
      ['ten', 20],
      ['2.5', 20],
      ['', 20],
    ] as const) {
      const reply = await key.get(`/contacts?limit=${limit}`);
      answered(reply, 200);
      assert.equal(reply.body.data.length, size, `limit=${limit}`);
    }
    answered(await key.get('/contacts?limit=3&limit=7'), 200);
    assert.equal((await key.get('/contacts?limit=3&limit=7')).body.data.length, 3);
  }),
  it('sorts by address or date in both directions, and falls back silently (D-129, D-214)', async (world) => {
    const { key } = await ownerOf(world);
    const page = async (query: string) => emails(await key.get(`/contacts?limit=3&${query}`));
    assert.deepEqual(await page('sort=email&dir=asc'), counting(0, 2));
    assert.deepEqual(await page('sort=email'), counting(24, 22));
    assert.deepEqual(await page('dir=asc'), counting(0, 2));
    assert.deepEqual(await page('sort=name&dir=upwards'), counting(24, 22));
    assert.deepEqual(await page('sort=&dir='), counting(24, 22));
  }),
  it('orders addresses byte by byte (D-214)', async (world) => {
    const owner = await world.owner();
    const ordered = [
      'a+z@x.example',
      'a-a@x.example',
      'a.b@x.example',
      'a1@x.example',
      'a_a@x.example',
      'aa@x.example',
    ];
    for (const email of ordered.toReversed()) await newContact(owner, { email });
    const { data } = (await owner.key.get('/contacts?sort=email&dir=asc')).body;
    assert.deepEqual(
      data.map(({ email }: { email: string }) => email),
      ordered,
    );
  }),
  it('refuses an unreadable cursor, and one of another order (D-126)', async (world) => {
    const { key } = await ownerOf(world);
    const { cursor } = (await key.get('/contacts?limit=2&sort=email')).body;
    answered(await key.get(`/contacts?limit=2&sort=email&cursor=${cursor}`), 200, { total: 0 });
    for (const query of [`cursor=${cursor}`, `sort=email&dir=asc&cursor=${cursor}`, 'cursor=nonsense', 'cursor=e30']) {
      refused(await key.get(`/contacts?${query}`), 400, 'BAD_REQUEST', { parameter: 'cursor' });
    }
    answered(await key.get(`/contacts?limit=2&sort=email&subscribed=true&cursor=${cursor}`), 200, { total: 0 });
  }),
  it('refuses a forged cursor', async (world) => {
    const { key } = await ownerOf(world);
    const id = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
    for (const [order, value, of] of [
      ['createdAt.desc', 'yesterday', id],
      ['createdAt.desc', 'nonsense', id],
      ['createdAt.desc', '2026-01-01T00:00:00.000Z', '-'.repeat(36)],
      ['email.desc', 'a\u0000b', id],
    ] as const) {
      const cursor = Buffer.from(JSON.stringify([order, value, of])).toString('base64url');
      const reply = await key.get(`/contacts?sort=${order.split('.')[0]}&cursor=${cursor}`);
      refused(reply, 400, 'BAD_REQUEST', { parameter: 'cursor' });
    }
  }),
  it('filters by subscription, and names what it understands (D-130, D-214)', async (world) => {
    const { key } = await ownerOf(world);
    for (const [value, total] of [
      ['true', 20],
      ['1', 20],
      ['false', 5],
      ['0', 5],
    ] as const) {
      answered(await key.get(`/contacts?subscribed=${value}`), 200, { total });
    }
    for (const value of ['yes', 'TRUE', 'null']) {
      const allowed = ['true', 'false', '1', '0'];
      refused(await key.get(`/contacts?subscribed=${value}`), 400, 'BAD_REQUEST', {
        parameter: 'subscribed',
        received: value,
        allowed,
      });
    }
  }),
  it('searches a plain part of the address in any case (D-131, D-214)', async (world) => {
    const { key } = await ownerOf(world);
    for (const [search, total] of [
      ['C07', 1],
      ['%20c07%20', 1],
      ['LIST.example', 25],
      ['c0', 10],
      ['00%25', 25],
      ['_100', 25],
      ['c%25', 0],
      ['c_7', 0],
      ['none', 0],
    ] as const) {
      const reply = await key.get(`/contacts?search=${search}`);
      answered(reply, 200, { total });
      assert.equal(reply.body.data.length, Math.min(20, total), search);
    }
    const page = await key.get('/contacts?search=list&subscribed=false&sort=email&dir=asc&limit=2');
    answered(page, 200, { total: 5, hasMore: true });
    assert.deepEqual(emails(page), ['c00', 'c05']);
    const next = await key.get(
      `/contacts?search=list&subscribed=false&sort=email&dir=asc&limit=2&cursor=${page.body.cursor}`,
    );
    assert.deepEqual(emails(next), ['c10', 'c15']);
  }),
  it('shows nothing of other projects', async (world) => {
    await ownerOf(world);
    const { key } = await world.owner();
    answered(await key.get('/contacts?search=list.example'), 200, { total: 0, data: [] });
  }),
);
