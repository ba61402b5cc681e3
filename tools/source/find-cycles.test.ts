import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCycles, type Graph } from './find-cycles.ts';

const graphOf = (edges: readonly (readonly [string, string])[]): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
};

test('a graph without a back edge has no cycle', () => {
  expect(
    findCycles(
      graphOf([
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'c'],
      ]),
    ),
  ).toEqual([]);
});

test('each component gives its shortest cycle once', () => {
  const edges = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['b', 'a'],
    ['c', 'd'],
    ['d', 'e'],
    ['e', 'd'],
    ['f', 'f'],
  ] as const;

  expect(findCycles(graphOf(edges)).toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
    ['a', 'b'],
    ['d', 'e'],
    ['f'],
  ]);
});

test('edges that only go from an earlier to a later name never make a cycle, and one edge back always does', () => {
  const node = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node)), (pairs) => {
      const forward = pairs.filter(([from, to]) => from < to).map(([from, to]) => [`${from}`, `${to}`] as const);
      expect(findCycles(graphOf(forward))).toEqual([]);

      const [first] = forward;
      if (first) expect(findCycles(graphOf([...forward, [first[1], first[0]]]))).toHaveLength(1);
    }),
  );
});
