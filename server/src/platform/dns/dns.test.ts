import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDns, type TestDns } from '#testing';
import { type DnsResolver, makeDns } from './index.ts';
import { addressOf, readTtl } from './ttl.ts';

let zone: TestDns;
let resolver: DnsResolver;

beforeEach(async () => {
  zone = await startDns();
  const [first] = makeDns([zone.address]).resolvers;
  if (!first) throw new Error('one server is one resolver');
  resolver = first;
});
afterEach(() => zone.close());

test('the parts of a TXT record are joined, several records stay separate', async () => {
  zone.set('acme.test', 'TXT', [['v=DKIM1; p=', 'abc', 'def'], 'another']);

  const answer = await resolver.txt('acme.test');

  expect(answer).toMatchObject({ kind: 'found' });
  expect(answer.kind === 'found' && answer.values.toSorted()).toEqual(['another', 'v=DKIM1; p=abcdef']);
});

test('mail hosts, aliases and addresses', async () => {
  zone.set('acme.test', 'MX', ['10 in.acme.test', '20 out.acme.test']);
  zone.set('links.acme.test', 'CNAME', ['track.example']);
  zone.set('in.acme.test', 'A', ['192.0.2.7']);

  expect(await resolver.mx('acme.test')).toMatchObject({
    values: expect.arrayContaining([{ host: 'in.acme.test', priority: 10 }]),
  });
  expect(await resolver.cname('links.acme.test')).toEqual({ kind: 'found', values: ['track.example'] });
  expect(await resolver.addresses('in.acme.test')).toEqual({ kind: 'found', values: ['192.0.2.7'] });
});

test.each(['NXDOMAIN', 'nothing'] as const)('%s is a definite answer', async (answering) => {
  zone.set('acme.test', 'TXT', answering);

  expect(await resolver.txt('acme.test')).toEqual({ kind: 'absent' });
  expect(await resolver.txt(`${'x'.repeat(70)}.acme.test`)).toEqual({ kind: 'absent' });
});

test.each(['SERVFAIL', 'REFUSED', 'nonsense'] as const)('%s says nothing (F24)', async (answering) => {
  zone.failing = answering;

  expect(await resolver.txt('acme.test')).toMatchObject({ kind: 'unanswered' });
});

test('a silent server is given up after two tries, and the event loop is not blocked (T38, D-422)', async () => {
  zone.failing = 'silence';
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 20);
  const began = performance.now();

  expect(await resolver.txt('acme.test')).toEqual({ kind: 'unanswered', reason: 'ETIMEOUT' });

  clearInterval(turning);
  expect(performance.now() - began).toBeLessThan(8_000); // two seconds, then up to four, and a busy machine
  expect(zone.asked('acme.test')).toBe(2);
  expect(turns).toBeGreaterThan(20);
});

test('an answer that takes much longer than usual is still waited for', async () => {
  for (let index = 0; index < 20; index += 1) zone.set(`quick${index}.test`, 'TXT', ['here']);
  zone.set('slow.test', 'TXT', ['at last']);
  for (let index = 0; index < 20; index += 1) await resolver.txt(`quick${index}.test`);
  zone.delayMs = 1_500;

  expect(await resolver.txt('slow.test')).toEqual({ kind: 'found', values: ['at last'] });
});

test('a signal ends its own look-up, not the others', async () => {
  zone.set('fast.test', 'TXT', ['here']);
  zone.set('slow.test', 'TXT', 'silence');
  const began = performance.now();

  const [slow, fast] = await Promise.all([
    resolver.txt('slow.test', AbortSignal.timeout(100)),
    resolver.txt('fast.test', AbortSignal.timeout(5_000)),
  ]);

  expect(slow).toEqual({ kind: 'unanswered', reason: 'out of time' });
  expect(fast).toMatchObject({ kind: 'found' });
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('an answer too long for UDP is fetched over TCP, one over 4 KB is ignored (T38)', async () => {
  zone.set(
    'long.test',
    'TXT',
    Array.from({ length: 12 }, (_, index) => `${index} ${'x'.repeat(200)}`),
  );
  zone.set(
    'huge.test',
    'TXT',
    Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(200)}`),
  );

  expect(await resolver.txt('long.test')).toMatchObject({ kind: 'found' });
  expect(zone.overTcp).toBeGreaterThan(0);
  expect(await resolver.txt('huge.test')).toEqual({ kind: 'unanswered', reason: 'too large' });
});

test('circular aliases end (T38)', async () => {
  zone.set('a.test', 'CNAME', ['b.test']);
  zone.set('b.test', 'CNAME', ['a.test']);

  expect(await resolver.cname('a.test')).toEqual({ kind: 'found', values: ['b.test'] });
  expect(await resolver.txt('a.test')).toEqual({ kind: 'absent' });
});

test('never more look-ups at once than allowed, and all of them end', async () => {
  for (let index = 0; index < 300; index += 1) zone.set(`n${index}.test`, 'TXT', [`value ${index}`]);

  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => resolver.txt(`n${index}.test`)));

  expect(answers.filter((answer) => answer.kind === 'found')).toHaveLength(300);
});

test('the TTL of an answer is returned, and null when it is unknown', async () => {
  zone.ttlSeconds = 1_234;
  zone.set('acme.test', 'TXT', ['one', 'two']);
  zone.set('links.acme.test', 'CNAME', ['x.test']);
  zone.set('gone.test', 'TXT', 'silence');

  expect(await resolver.ttl('acme.test', 'TXT')).toBe(1_234);
  expect(await resolver.ttl('links.acme.test', 'CNAME')).toBe(1_234);
  expect(await resolver.ttl('acme.test', 'MX')).toBeNull();
  expect(await resolver.ttl('gone.test', 'TXT')).toBeNull();
});

test('parsing a message never throws and never hangs, whatever it contains', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void readTtl(Buffer.from(bytes), 16)));
});

test.each([
  ['192.0.2.1', { host: '192.0.2.1', port: 53 }],
  ['192.0.2.1:5353', { host: '192.0.2.1', port: 5353 }],
  ['2001:db8::1', { host: '2001:db8::1', port: 53 }],
  ['[2001:db8::1]:5353', { host: '2001:db8::1', port: 5353 }],
])('the server address %s is parsed', (server, address) => {
  expect(addressOf(server)).toEqual(address);
});

test('unanswered names of one project do not block the others', async () => {
  zone.set('acme.test', 'TXT', ['here']);
  const dns = makeDns([zone.address]);
  const [stuck] = dns.forProject('a').resolvers;
  const [other] = dns.forProject('b').resolvers;
  zone.delayMs = 700;
  if (!stuck || !other) throw new Error('one server is one resolver');
  const slow = Array.from({ length: 120 }, (_, n) => stuck.txt(`n${n}.test`));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const asked = Array.from({ length: 120 }, (_, n) => zone.asked(`n${n}.test`)).reduce((sum, count) => sum + count, 0);

  const began = performance.now();
  const answer = await other.txt('acme.test');
  const tookMs = performance.now() - began;
  await Promise.all(slow);

  expect(asked).toBeLessThanOrEqual(20);
  expect(answer).toEqual({ kind: 'found', values: ['here'] });
  expect(tookMs).toBeLessThan(3_100); // behind all look-ups of the first project it would be 4.2 s
});
