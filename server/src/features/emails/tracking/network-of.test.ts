import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:DB8::6', '2001:db8:0'],
  ['::1', '0:0:0'],
])('%s is one of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
