import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import { itemsOf, type Outline, type OutlineRun } from '../graph/outline-tree.ts';
import { type Graph, type Slot, servedBranch, slotKey } from '../graph/workflow-graph.ts';

export const nodeWidth = 248;
export const nodeHeight = 77;
export const triggerHeight = 51;
export const endSize = 24;

export interface PlacedNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly kind: 'step' | 'end';
  /** Of an open end. */
  readonly slot: Slot | null;
}

export interface PlacedEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly branch: string | null;
  /** Null on the short way to an open end, which has its button there. */
  readonly transitionId: string | null;
}

export interface CanvasLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

function openEnds({ main, loose }: Outline): Slot[] {
  const inRun = (run: OutlineRun): Slot[] => [
    ...run.items.flatMap((item) => item.branches.flatMap((branch) => inRun(branch.run))),
    ...(run.end.kind === 'open' ? [run.end.slot] : []),
  ];
  return [main, ...loose].flatMap(inRun);
}

/** Places steps and open ends from top to bottom, branches from left to right in their own order. */
export function layoutOf(graph: Graph, outline: Outline): CanvasLayout {
  const plan = new DagreGraph();
  plan.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 34, marginx: 24, marginy: 18 });
  plan.setDefaultEdgeLabel(() => ({}));

  const steps = itemsOf(outline).map(({ step }) => step);
  for (const { id, type } of steps) {
    plan.setNode(id, { width: nodeWidth, height: type === 'TRIGGER' ? triggerHeight : nodeHeight });
  }
  const ends = openEnds(outline);
  for (const slot of ends) plan.setNode(slotKey(slot), { width: nodeWidth, height: endSize });

  const edges: PlacedEdge[] = steps.flatMap((step) => {
    const ways = graph.transitions.filter(({ fromStepId }) => fromStepId === step.id);
    const taken = ways.map((way) => ({
      id: way.id,
      from: step.id,
      to: way.toStepId,
      branch: servedBranch(step, way),
      transitionId: way.id,
    }));
    const open = ends
      .filter(({ fromStepId }) => fromStepId === step.id)
      .map((slot) => ({
        id: slotKey(slot),
        from: step.id,
        to: slotKey(slot),
        branch: slot.branch,
        transitionId: null,
      }));
    return [...taken, ...open];
  });
  // Why sorted: dagre keeps the order of edges where nothing crosses, so the first branch stands first.
  const order = new Map(
    itemsOf(outline).flatMap(({ step, branches }) =>
      branches.map(({ name }, place) => [`${step.id} ${name}`, place] as const),
    ),
  );
  edges.sort((a, b) => (order.get(`${a.from} ${a.branch}`) ?? 0) - (order.get(`${b.from} ${b.branch}`) ?? 0));
  for (const { from, to, branch } of edges) {
    plan.setEdge(from, to, { minlen: branch === null ? 1 : 2, weight: 1 });
  }
  layout(plan, { disableOptimalOrderHeuristic: true });

  const placed = (id: string, kind: PlacedNode['kind'], slot: Slot | null): PlacedNode => {
    const { x, y, height } = plan.node(id);
    return { id, kind, slot, height, x: (x ?? 0) - nodeWidth / 2, y: (y ?? 0) - height / 2 };
  };
  return {
    nodes: [
      ...steps.map(({ id }) => placed(id, 'step', null)),
      ...ends.map((slot) => placed(slotKey(slot), 'end', slot)),
    ],
    edges,
  };
}
