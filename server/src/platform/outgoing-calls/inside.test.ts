import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDns, type SharedDns } from '#platform/dns';
import { parseNetwork } from '#pure/ip-addresses';
import { startDns, type TestDns } from '#testing';
import { type CallTargetServer, startCallTarget } from '#testing/call-target';
import type { CallRules } from './call-rules.ts';
import { makeCall } from './make-call.ts';

let zone: TestDns;
let dns: SharedDns;
/** Takes connections at every address of this machine. */
let listener: CallTargetServer;
/** As in production, but the port of the listener is one of those that may be called: only the address can be the reason. */
let rules: CallRules;

beforeAll(async () => {
  zone = await startDns();
  dns = makeDns([zone.address]);
  listener = await startCallTarget({ address: '::' });
  rules = { allowsHttp: true, ports: new Set([listener.port]), networks: [] };
});
afterAll(async () => {
  await listener.close();
  await zone.close();
});
beforeEach(() => zone.remove('target.test'));

const allowing = (text: string): CallRules => {
  const network = parseNetwork(text);
  if (!network) throw new Error('a network');
  return { ...rules, networks: [{ network, port: null }] };
};
const call = (host: string, by: CallRules = rules, path = '/') =>
  makeCall(by, dns, { url: `http://${host}:${listener.port}${path}`, method: 'POST' });

test('the listener takes connections at all local addresses, so that none of the zeros below is for want of one', async () => {
  for (const [host, network] of [
    ['127.0.0.1', '127.0.0.0/8'],
    ['127.9.9.9', '127.0.0.0/8'],
    ['[::1]', '::1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
  ] as const) {
    expect(await call(host, allowing(network))).toMatchObject({ statusCode: 200 });
  }
});

describe('a call does not reach inside (T16)', () => {
  let before = 0;
  beforeEach(() => {
    before = listener.connections;
  });

  test.each([
    [
      '127.0.0.1',
      '127.8.7.6',
      '127.1',
      '0x7f.1',
      '0x7f000001',
      '2130706433',
      '017700000001',
      '0177.0.0.1',
      '127.0.0.1.',
    ],
    ['0', '0.0.0.0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '１２７.０.０.１', '127。0。0。1'],
    ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0:127.0.0.1]', '[2002:7f00:1::]', '[2002:7f00:1::1]'],
    ['[64:ff9b::127.0.0.1]', '[64:ff9b:1::127.0.0.1]', '[2001:0:7f00:1::]', '[2001::80ff:fffe]', '[fe80::1]'],
    ['169.254.169.254', '[fd00:ec2::254]', '[fd00::2]', '100.100.100.200', '192.0.0.192', '168.63.129.16', '10.0.0.1'],
    ['172.16.0.1', '192.168.0.1', '255.255.255.255', '224.0.0.1', '[ff02::1]', '[fec0::1]', '198.18.0.1', '240.0.0.1'],
  ])('as the addresses %s, %s, %s, %s, %s …', async (...hosts) => {
    for (const host of hosts) {
      expect(await call(host), host).toMatchObject({ kind: 'failed', reason: 'address' });
    }

    expect(listener.connections - before).toBe(0);
  });

  test('as an IPv6 address with a zone, which is not a URL', async () => {
    expect(await call('[fe80::1%25eth0]')).toMatchObject({ reason: 'url' });
    expect(await call('[::1%25lo]')).toMatchObject({ reason: 'url' });

    expect(listener.connections - before).toBe(0);
  });

  test.each(['localhost', 'localhost.', 'LOCALHOST', 'ip6-localhost', 'ip6-loopback', 'sub.localhost'])(
    'as %s: the files of the machine are not asked',
    async (host) => {
      expect(await call(host)).toMatchObject({ kind: 'failed', reason: 'name' });

      expect(zone.asked(host.replace(/\.$/, ''))).toBeGreaterThan(0);
      expect(listener.connections - before).toBe(0);
    },
  );

  test('as localhost that a name server answers for', async () => {
    zone.set('localhost', 'A', ['127.0.0.1']);

    expect(await call('localhost.')).toMatchObject({ reason: 'address' });

    zone.remove('localhost');
    expect(listener.connections - before).toBe(0);
  });

  test.each([
    ['A', '127.0.0.1'],
    ['A', '0.0.0.0'],
    ['A', '10.0.0.1'],
    ['A', '169.254.169.254'],
    ['AAAA', '::1'],
    ['AAAA', '::ffff:127.0.0.1'],
    ['AAAA', '64:ff9b::7f00:1'],
    ['AAAA', '2002:7f00:1::'],
    ['AAAA', '2001:0:7f00:1::'],
    ['AAAA', 'fd00::2'],
  ] as const)('as a name with %s %s', async (type, address) => {
    zone.set('target.test', type, [address]);

    const outcome = await call('target.test');

    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'address',
      message: 'The host has an address that may not be called.',
    });
    expect(listener.connections - before).toBe(0);
  });

  test('as an alias of a name inside', async () => {
    zone.set('target.test', 'CNAME', ['db.inside.test']);
    zone.set('db.inside.test', 'A', ['127.0.0.1']);

    expect(await call('target.test')).toMatchObject({ reason: 'address' });
    expect(listener.connections - before).toBe(0);
  });

  test.each([
    ['of one family', { A: ['127.0.0.2', '127.0.0.1'] }],
    ['in the other order', { A: ['127.0.0.1', '127.0.0.2'] }],
    ['of both families', { A: ['127.0.0.2'], AAAA: ['::1'] }],
  ] as [string, Record<string, string[]>][])(
    'as one of several addresses %s, of which others may be called',
    async (_name, sets) => {
      for (const [type, addresses] of Object.entries(sets)) zone.set('target.test', type as 'A' | 'AAAA', addresses);

      expect(await call('target.test', allowing('127.0.0.2'))).toMatchObject({ reason: 'address' });
      expect(listener.connections - before).toBe(0);
    },
  );

  test('by a name that leads outside once and inside afterwards: it is asked for once, and the connection goes where that answer led', async () => {
    const outside = await startCallTarget({
      address: '127.0.0.2',
      reply: (_, response) => void response.end('outside'),
    });
    const inside = await startCallTarget({ address: '127.0.0.1', port: outside.port });
    const url = `http://target.test:${outside.port}/`;
    const opened = { ...allowing('127.0.0.2'), ports: new Set([outside.port]) };
    zone.ttlSeconds = 0;
    zone.setOnce('target.test', 'A', ['127.0.0.2']);
    zone.set('target.test', 'A', ['127.0.0.1']);
    const askedBefore = zone.asked('target.test');

    const first = await makeCall(opened, dns, { url, method: 'POST' });
    const asked = zone.asked('target.test') - askedBefore;
    const second = await makeCall(opened, dns, { url, method: 'POST' });

    expect(first).toMatchObject({ statusCode: 200, body: Buffer.from('outside') });
    expect(asked).toBe(2); // A and AAAA, once each
    expect(second).toMatchObject({ reason: 'address' });
    expect({ outside: outside.connections, inside: inside.connections }).toEqual({ outside: 1, inside: 0 });
    await outside.close();
    await inside.close();
  });

  test.each([301, 302, 303, 307, 308])('by a redirect: %i is returned and not followed', async (status) => {
    const location = `http://127.0.0.1:${listener.port}/inside`;
    const outside = await startCallTarget({
      address: '127.0.0.2',
      reply: (_, response) => void response.writeHead(status, { location }).end(),
    });
    const opened = { ...allowing('127.0.0.2'), ports: new Set([outside.port, listener.port]) };

    const outcome = await makeCall(opened, dns, { url: `http://127.0.0.2:${outside.port}/`, method: 'POST' });

    expect(outcome).toMatchObject({ kind: 'replied', statusCode: status });
    expect(listener.connections - before).toBe(0);
    await outside.close();
  });
});

test('an allowed address that turns out to be another one when it is connected to is refused, and nothing is sent', async () => {
  const requests = listener.requests.length;

  expect(await call('0.0.0.0', allowing('0.0.0.0'))).toMatchObject({ reason: 'address' }); // the kernel connects to 127.0.0.1

  expect(listener.requests).toHaveLength(requests);
});

test('names are asked for only where the URL itself may be called', async () => {
  const counted = zone.asked('target.test');

  expect(await makeCall(rules, dns, { url: 'http://target.test:1/', method: 'GET' })).toMatchObject({ reason: 'url' });
  expect(
    await makeCall({ ...rules, allowsHttp: false }, dns, { url: `http://target.test:${listener.port}`, method: 'GET' }),
  ).toMatchObject({
    reason: 'url',
  });

  expect(zone.asked('target.test')).toBe(counted);
});

test.each([
  ['NXDOMAIN', 'The host does not exist.'],
  ['nothing', 'The host does not exist.'],
  ['SERVFAIL', 'No name server answered for the host.'],
  ['nonsense', 'No name server answered for the host.'],
] as const)('a name server that says %s is a failure, not an error (F24)', async (behaviour, message) => {
  zone.set('target.test', 'A', behaviour);
  zone.set('target.test', 'AAAA', behaviour);

  expect(await call('target.test')).toEqual({ kind: 'failed', reason: 'name', message });
});
