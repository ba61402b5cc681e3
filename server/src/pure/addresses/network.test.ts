import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:DB8:1:2::6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
])('%s is in the network %s, and in the larger one %s', (address, small, large) => {
  expect(networkOf(address, { ipv4: 32, ipv6: 64 })).toBe(small);
  expect(networkOf(address, { ipv4: 24, ipv6: 48 })).toBe(large);
});
