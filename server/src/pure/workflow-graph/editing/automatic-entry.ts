import { type Graph, type Transition, triggerStepOf } from '../graph.ts';

/**
 * The step that the automatic transition from TRIGGER leads to: the oldest one without a transition from another step. Null
 * when there is no such step, or a caller has added a transition from TRIGGER (D-908).
 */
export function automaticEntry(graph: Graph): string | null {
  const triggerId = triggerStepOf(graph).id;
  const isByCaller = ({ fromStepId, automatic }: Transition): boolean => fromStepId === triggerId && !automatic;
  if (graph.transitions.some(isByCaller)) return null;

  const targets = new Set(
    graph.transitions.filter(({ fromStepId }) => fromStepId !== triggerId).map(({ toStepId }) => toStepId),
  );
  return graph.steps.find(({ id }) => id !== triggerId && !targets.has(id))?.id ?? null;
}

/** The graph with the automatic transition where it belongs. One that is there keeps its id; `newId` is for one that is not. */
export function withAutomaticEntry(graph: Graph, newId: string): Graph {
  const toStepId = automaticEntry(graph);
  const present = graph.transitions.find(({ automatic }) => automatic);
  if ((present?.toStepId ?? null) === toStepId) return graph;

  const others = graph.transitions.filter(({ automatic }) => !automatic);
  if (toStepId === null) return { ...graph, transitions: others };
  const entry: Transition = {
    id: present?.id ?? newId,
    fromStepId: triggerStepOf(graph).id,
    toStepId,
    branch: null,
    automatic: true,
  };
  return { ...graph, transitions: [...others, entry] };
}
