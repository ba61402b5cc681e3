import {
  branchesOf,
  edgeSlot,
  endSlot,
  type Graph,
  type GraphStep,
  type GraphTransition,
  type Slot,
  servedBranch,
} from './workflow-graph.ts';

/** Where a run of steps ends. */
export type OutlineEnd =
  | { readonly kind: 'open'; readonly slot: Slot }
  /** The way leads to a step that stands elsewhere in the outline. */
  | { readonly kind: 'joins'; readonly stepId: string; readonly number: number; readonly slot: Slot }
  /** After an exit, or after a branching step, whose branches have ends of their own. */
  | { readonly kind: 'none' };

export interface OutlineBranch {
  readonly name: string;
  /** A transition for a branch that the step no longer has. */
  readonly isGone: boolean;
  /** Before the first step of the branch. */
  readonly slot: Slot;
  readonly transitionId: string | null;
  readonly run: OutlineRun;
}

export interface OutlineItem {
  readonly step: GraphStep;
  /** Counted through the outline from the top; the same on the canvas. */
  readonly number: number;
  /** Right after the step; none after an exit or a branching step. */
  readonly slot: Slot | null;
  readonly branches: readonly OutlineBranch[];
}

export interface OutlineRun {
  readonly items: readonly OutlineItem[];
  readonly end: OutlineEnd;
}

export interface Outline {
  readonly main: OutlineRun;
  /** Parts that no way from the trigger leads to. */
  readonly loose: readonly OutlineRun[];
  readonly numbers: ReadonlyMap<string, number>;
}

/** Reads a graph as a nested list. A step that several ways lead to stands where the first of them leads. */
export function outlineOf(graph: Graph): Outline {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const outgoing = Map.groupBy(graph.transitions, ({ fromStepId }) => fromStepId);
  const numbers = new Map<string, number>();

  const runFrom = (start: GraphStep): OutlineRun => {
    const items: OutlineItem[] = [];
    let step = start;
    for (;;) {
      const number = numbers.size + 1;
      numbers.set(step.id, number);
      const ways = outgoing.get(step.id) ?? [];
      if (branchesOf(step).length > 0) {
        items.push({ step, number, slot: null, branches: branchRuns(step, ways) });
        return { items, end: { kind: 'none' } };
      }
      const way = step.type === 'EXIT' ? undefined : ways[0];
      const slot = step.type === 'EXIT' ? null : way ? edgeSlot(way) : endSlot(step.id, null);
      items.push({ step, number, slot, branches: [] });
      if (slot === null) return { items, end: { kind: 'none' } };
      const next = way && byId.get(way.toStepId);
      if (!next) return { items, end: { kind: 'open', slot } };
      const known = numbers.get(next.id);
      if (known !== undefined) return { items, end: { kind: 'joins', stepId: next.id, number: known, slot } };
      step = next;
    }
  };

  const branchRuns = (step: GraphStep, ways: readonly GraphTransition[]): OutlineBranch[] => {
    const known = branchesOf(step);
    const gone = ways.map((way) => servedBranch(step, way) ?? '').filter((name) => !known.includes(name));
    return [...known, ...new Set(gone)].map((name) => {
      const way = ways.find((one) => (servedBranch(step, one) ?? '') === name);
      const slot = way ? edgeSlot(way) : endSlot(step.id, name);
      const common = { name, isGone: !known.includes(name), slot, transitionId: way?.id ?? null };
      const next = way && byId.get(way.toStepId);
      if (!next) return { ...common, run: { items: [], end: { kind: 'open', slot } } };
      const number = numbers.get(next.id);
      if (number === undefined) return { ...common, run: runFrom(next) };
      return { ...common, run: { items: [], end: { kind: 'joins', stepId: next.id, number, slot } } };
    });
  };

  const trigger = graph.steps.find(({ type }) => type === 'TRIGGER');
  const main: OutlineRun = trigger ? runFrom(trigger) : { items: [], end: { kind: 'none' } };

  const loose: OutlineRun[] = [];
  for (;;) {
    const left = graph.steps.filter(({ id }) => !numbers.has(id));
    if (left.length === 0) break;
    const targets = new Set(left.flatMap(({ id }) => (outgoing.get(id) ?? []).map(({ toStepId }) => toStepId)));
    const root = left.find(({ id }) => !targets.has(id)) ?? left[0];
    if (!root) break;
    loose.push(runFrom(root));
  }
  return { main, loose, numbers };
}

/** All steps of an outline in the order in which they are numbered. */
export function itemsOf({ main, loose }: Outline): OutlineItem[] {
  const inRun = (run: OutlineRun): OutlineItem[] =>
    run.items.flatMap((item) => [item, ...item.branches.flatMap((branch) => inRun(branch.run))]);
  return [main, ...loose].flatMap(inRun);
}
