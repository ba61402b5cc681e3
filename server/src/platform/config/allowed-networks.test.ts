import { expect, test } from 'vitest';
import { parseNetwork } from '#pure/ip-addresses';
import { allowedNetworks } from './allowed-networks.ts';

test.each([
  ['', []],
  ['10.1.2.3', [['10.1.2.3/32', null]]],
  [
    '10.1.0.0/16, fd00::/8',
    [
      ['10.1.0.0/16', null],
      ['fd00::/8', null],
    ],
  ],
  [
    '10.1.2.3:9000,10.1.0.0/16:9001',
    [
      ['10.1.2.3/32', 9_000],
      ['10.1.0.0/16', 9_001],
    ],
  ],
  [
    '[fd00::/8]:9000,[::1]:1,fd00::1:9000',
    [
      ['fd00::/8', 9_000],
      ['::1/128', 1],
      ['fd00::1:9000/128', null],
    ],
  ],
] as [string, [string, number | null][]][])('%j', (text, expected) => {
  expect(allowedNetworks.parse(text)).toEqual(
    expected.map(([network, port]) => ({ network: parseNetwork(network), port })),
  );
});

test.each([
  'example.com',
  '10.0.0.0/33',
  '10.0.0.0/8:0',
  '10.0.0.0/8:65536',
  '[10.0.0.0/8',
  '10.0.0.0/8:',
  '*',
  '[fd00::/8]',
])('%s is refused by its name', (text) => {
  expect(allowedNetworks.safeParse(`10.0.0.1,${text}`).error?.issues).toMatchObject([
    { message: `${text} is not a network` },
  ]);
});
