import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInNetwork, isPublicAddress, parseIp, parseNetwork } from './index.ts';

/** Both ends of every range of the IANA registries of special purposes, and of those reserved by the address architecture. */
const special: [name: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private, class A', '10.0.0.0', '10.255.255.255'],
  ['shared by customers of a provider', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['metadata of most clouds', '169.254.169.254', '169.254.170.2'],
  ['metadata of Alibaba Cloud', '100.100.100.200', '100.100.100.200'],
  ['the host below Azure', '168.63.129.16', '168.63.129.16'],
  ['private, class B', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['service continuity (DS-Lite)', '192.0.0.0', '192.0.0.7'],
  ['dummy address', '192.0.0.8', '192.0.0.8'],
  ['port control anycast', '192.0.0.9', '192.0.0.9'],
  ['TURN anycast', '192.0.0.10', '192.0.0.10'],
  ['NAT64 discovery', '192.0.0.170', '192.0.0.171'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private, class C', '192.168.0.0', '192.168.255.255'],
  ['AS112, direct delegation', '192.175.48.0', '192.175.48.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ['unspecified', '::', '::'],
  ['loopback of IPv6', '::1', '::1'],
  ['IPv4-compatible', '::2', '::ffff:ffff'],
  ['IPv4-compatible, in dots', '::127.0.0.1', '::8.8.8.8'],
  ['IPv4-translated (SIIT)', '::ffff:0:0.0.0.0', '::ffff:0:255.255.255.255'],
  ['IPv4-mapped, loopback', '::ffff:127.0.0.0', '::ffff:127.255.255.255'],
  ['IPv4-mapped, in groups', '::ffff:7f00:1', '::ffff:a9fe:a9fe'],
  ['NAT64 of loopback', '64:ff9b::127.0.0.0', '64:ff9b::127.255.255.255'],
  ['NAT64 of private', '64:ff9b::a00:0', '64:ff9b::aff:ffff'],
  ['NAT64 of metadata', '64:ff9b::169.254.169.254', '64:ff9b::a9fe:a9fe'],
  ['NAT64 for local use', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['NAT64 for local use, of a public address', '64:ff9b:1::8.8.8.8', '64:ff9b:1::808:808'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['protocol assignments of IPv6', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo of loopback', '2001:0:7f00:1::', '2001::80ff:fffe'],
  ['port control, TURN and DNS-SD anycast', '2001:1::1', '2001:1::3'],
  ['benchmarks of IPv6', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['AMT of IPv6', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112 of IPv6', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID, former', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drones', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation of IPv6', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of loopback', '2002:7f00:1::', '2002:7f00:1::1'],
  ['6to4 of a public address', '2002:808:808::1', '2002:808:808::1'],
  ['AS112 of IPv6, direct delegation', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation of IPv6, second', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not assigned, low', '200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not assigned, high', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['metadata of AWS over IPv6', 'fd00:ec2::254', 'fd00:ec2::254'],
  ['link-local of IPv6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast of IPv6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ISATAP of loopback', '2a00:1450::5efe:127.0.0.1', '2a00:1450::5efe:7f00:1'],
  ['ISATAP of private, unique mark', '2a00:1450::200:5efe:10.0.0.1', '2a00:1450::200:5efe:a00:1'],
];

/** The neighbours of those ranges, on the public side. */
const open = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['191.255.255.255', '192.0.1.0', '192.0.1.255', '192.0.3.0', '192.31.195.255', '192.31.197.0'],
  ...['192.52.192.255', '192.52.194.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0'],
  ...['192.175.47.255', '192.175.49.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0'],
  ...['203.0.112.255', '203.0.114.0', '223.255.255.255', '8.8.8.8'],
  ...['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ...['2000::', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff'],
  ...['2001:db9::', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::', '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff'],
  ...['2620:4f:8001::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::', '2a00:1450:4001:830::200e'],
  ...['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2a00:1450::5efe:8.8.8.8'],
];

const none = [
  ...['', 'localhost', '0x7f.1', '2130706433', '127.1', '0177.0.0.1', '8.8.8.8.', ' 8.8.8.8', '8.8.8.8/32'],
  ...['fe80::1%eth0', '2a00:1450::1%1', '[2a00:1450::1]', '::ffff:8.8.8', ':::', '2a00', 'x'.repeat(1_000_000)],
];

describe('which addresses are public (T16)', () => {
  test.each(special)('%s is not: %s to %s', (_name, first, last) => {
    expect([first, last].filter(isPublicAddress)).toEqual([]);
  });

  test.each(open)('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(none.map((text) => [text.slice(0, 30), text]))('%j is no address', (_shown, text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(parseIp(text)).toBeNull();
  });
});

test('an address is read as the same number as Node reads it', () => {
  const random = fc.oneof(fc.ipV4(), fc.ipV6());

  fc.assert(
    fc.property(random, (address) => {
      const ip = parseIp(address);
      if (!ip) throw new Error(`${address} was not read`);
      const list = new BlockList();
      list.addAddress(written(ip.value, ip.version), ip.version === 4 ? 'ipv4' : 'ipv6');
      expect(list.check(address, address.includes(':') ? 'ipv6' : 'ipv4')).toBe(true);
    }),
  );
});

test.each([
  ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.1'], ['192.0.1.255', '192.0.3.0', '::192.0.2.1']],
  ['192.0.2.9/24', ['192.0.2.0'], ['192.0.3.0']],
  ['192.0.2.7', ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
  ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255'], ['::', '64:ff9b::1.2.3.4']],
  ['fd00::/8', ['fd00::', 'fdff::1'], ['fc00::', 'fe00::', '10.0.0.1']],
  ['fd00::1', ['fd00::1', 'fd00:0:0::1'], ['fd00::2']],
])('the network %s has %j in it, and %j not', (text, inside, outside) => {
  const network = parseNetwork(text);
  if (!network) throw new Error('a network');
  const has = (address: string): boolean => isInNetwork(parseIp(address) ?? { version: 4, value: -1n }, network);

  expect(inside.filter((address) => !has(address))).toEqual([]);
  expect(outside.filter(has)).toEqual([]);
});

test.each([
  '',
  '/8',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '10.0.0/8',
  'fd00::/129',
  '::ffff:10.0.0.0/104',
])('%j is no network', (text) => {
  expect(parseNetwork(text)).toBeNull();
});

function written(value: bigint, version: 4 | 6): string {
  const [bits, count] = version === 4 ? [8n, 4] : [16n, 8];
  const parts = Array.from(
    { length: count },
    (_, index) => (value >> (bits * BigInt(count - 1 - index))) & ((1n << bits) - 1n),
  );
  return version === 4 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}
