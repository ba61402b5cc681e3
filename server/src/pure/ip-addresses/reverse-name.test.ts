import { expect, test } from 'vitest';
import { reverseNameOf } from './reverse-name.ts';

test.each([
  ['5.9.1.7', '7.1.9.5.in-addr.arpa'],
  ['255.0.0.1', '1.0.0.255.in-addr.arpa'],
  ['2001:db8::567:89ab', 'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['relay.acme.example', null],
])('the reverse name of %s is %s', (address, name) => {
  expect(reverseNameOf(address)).toBe(name);
});
