import { expect, it } from 'vitest';
import { pastedAddresses } from './pasted-addresses.ts';

it('finds addresses between lines, commas and names, once each', () => {
  const text = 'Ann <ann@example.com>, bob@example.com;\nANN@example.com\tnot an address\n"C" <c@example.org>';

  expect(pastedAddresses(text)).toEqual(['ann@example.com', 'bob@example.com', 'c@example.org']);
});

it('finds nothing in nothing', () => {
  expect(pastedAddresses(' \n ')).toEqual([]);
});
