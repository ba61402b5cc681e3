import { expect, test } from 'vitest';
import { depthShape } from './depth.ts';

const shape = (counts: number[], isApproximate: boolean[]) =>
  depthShape({ counts, isApproximate, width: 500, lastWidth: 100, depth: 104 });

test('the deepest stop takes the whole depth and zero takes none', () => {
  expect(shape([1204, 602, 0], [false, false, false]).depths).toEqual([104, 52, 0]);
});

test('a campaign that nobody got is flat, not broken', () => {
  const flat = shape([0, 0, 0], [false, false, false]);
  expect(flat.depths).toEqual([0, 0, 0]);
  expect(flat.bed).not.toContain('NaN');
});

test('only the part around an approximate figure is dashed', () => {
  const exact = shape([10, 8, 6], [false, false, false]);
  expect(exact.approximateEdge).toBe('');

  const mixed = shape([10, 8, 6], [false, true, false]);
  expect(mixed.approximateEdge).not.toBe('');
  expect(mixed.exactEdge.startsWith('M0 104')).toBe(true);
});
