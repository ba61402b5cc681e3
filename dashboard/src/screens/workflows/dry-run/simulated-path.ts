import { type Graph, servedBranch } from '../graph/workflow-graph.ts';

/** What the path needs of a simulated step. */
export interface WalkedStep {
  readonly stepId: string;
  readonly startedAt: string | null;
  readonly completedAt: string;
  readonly branch: string | null;
}

export interface LitPath {
  readonly steps: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
}

const beginOf = ({ startedAt, completedAt }: WalkedStep): number => Date.parse(startedAt ?? completedAt);

/** The steps that were reached by a moment of the virtual clock, and the transitions between them. */
export function pathAt(graph: Graph, walked: readonly WalkedStep[], moment: number): LitPath {
  const reached = walked.filter((step) => beginOf(step) <= moment);
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const transitions = new Set<string>();
  for (const [index, step] of reached.entries()) {
    const next = reached[index + 1];
    const from = byId.get(step.stepId);
    if (!next || !from) continue;
    const ways = graph.transitions.filter((way) => way.fromStepId === from.id && way.toStepId === next.stepId);
    const taken = ways.find((way) => servedBranch(from, way) === step.branch) ?? ways[0];
    if (taken) transitions.add(taken.id);
  }
  return { steps: new Set(reached.map(({ stepId }) => stepId)), transitions };
}

/** The moments of the virtual clock at which something happens, from first to last, each once. */
export function momentsOf(walked: readonly WalkedStep[], startedAt: string, completedAt: string): number[] {
  const all = [
    startedAt,
    completedAt,
    ...walked.flatMap((step) => [step.startedAt ?? step.completedAt, step.completedAt]),
  ];
  return [...new Set(all.map((at) => Date.parse(at)))].sort((a, b) => a - b);
}

/** Seconds on the virtual clock when each step that took time was over; the first step counts as well. */
export function clocksOf(walked: readonly WalkedStep[], startedAt: string): ReadonlyMap<string, number> {
  const start = Date.parse(startedAt);
  const clocks = new Map<string, number>();
  for (const [index, step] of walked.entries()) {
    const end = Date.parse(step.completedAt);
    if (index === 0 || end > beginOf(step)) clocks.set(step.stepId, Math.round((end - start) / 1000));
  }
  return clocks;
}
