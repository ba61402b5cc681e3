import { expect, test } from 'vitest';
import { outlineOf } from '../graph/outline-tree.ts';
import { step, way, welcomeGraph } from '../graph/sample-graph.ts';
import type { Graph } from '../graph/workflow-graph.ts';
import { layoutOf, nodeWidth } from './canvas-layout.ts';

const placesOf = (graph: Graph) => {
  const { nodes, edges } = layoutOf(graph, outlineOf(graph));
  return { nodes, edges, at: new Map(nodes.map((node) => [node.id, node])) };
};

test('every way leads downwards', () => {
  const { edges, at } = placesOf(welcomeGraph);
  for (const { from, to } of edges) {
    const [upper, lower] = [at.get(from), at.get(to)];
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThan(lower?.y ?? 0);
  }
});

test('yes stands left of no, and what happened left of the time-out', () => {
  const { at } = placesOf(welcomeGraph);
  const x = (id: string) => at.get(id)?.x ?? Number.NaN;
  expect(x('call')).toBeLessThan(x('help'));
  expect(x('done')).toBeLessThan(x('late'));
});

test('no two nodes overlap', () => {
  const { nodes } = placesOf(welcomeGraph);
  for (const [index, a] of nodes.entries()) {
    for (const b of nodes.slice(index + 1)) {
      const isApart = Math.abs(a.x - b.x) >= nodeWidth || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(isApart, `${a.id} and ${b.id}`).toBe(true);
    }
  }
});

test('open ends have a place of their own, also on an empty branch', () => {
  const graph: Graph = {
    steps: [step('t', 'TRIGGER'), step('ask', 'CONDITION'), step('mail', 'SEND_EMAIL')],
    transitions: [way('t', 'ask'), way('ask', 'mail', 'no')],
  };
  const { nodes } = placesOf(graph);
  const ends = nodes.filter(({ kind }) => kind === 'end').map(({ id }) => id);
  expect(ends.toSorted()).toEqual(['end:ask:yes', 'end:mail:']);
});
