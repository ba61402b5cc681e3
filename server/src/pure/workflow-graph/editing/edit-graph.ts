import { branchesOf } from '../branches.ts';
import { type Graph, type Step, stepById, type Transition } from '../graph.ts';

/**
 * Edits of a graph as values. None of them moves the automatic entry: withAutomaticEntry does that afterwards. A transition
 * that is led elsewhere keeps its id.
 */
export type StepRemoval =
  | { readonly ok: true; readonly graph: Graph }
  | { readonly ok: false; readonly reason: 'unknown-step' | 'TRIGGER_NOT_DELETABLE' | 'STEP_NOT_SPLICEABLE' };

/** Removes a step and its transitions; `splice` leads the incoming ones to its successor, with their branches (D-922). */
export function removeStep(graph: Graph, stepId: string, { splice }: { splice: boolean }): StepRemoval {
  const step = stepById(graph, stepId);
  if (!step) return { ok: false, reason: 'unknown-step' };
  if (step.type === 'TRIGGER') return { ok: false, reason: 'TRIGGER_NOT_DELETABLE' };

  const outgoing = graph.transitions.filter(({ fromStepId }) => fromStepId === stepId);
  if (splice && outgoing.length > 1) return { ok: false, reason: 'STEP_NOT_SPLICEABLE' };
  const successor = splice ? outgoing[0]?.toStepId : undefined;
  const transitions = graph.transitions.flatMap((transition) => {
    if (transition.fromStepId === stepId) return [];
    if (transition.toStepId !== stepId) return [transition];
    return successor === undefined ? [] : [{ ...transition, toStepId: successor }];
  });
  return { ok: true, graph: { ...graph, steps: graph.steps.filter(({ id }) => id !== stepId), transitions } };
}

export type StepInsertion =
  | { readonly ok: true; readonly graph: Graph }
  | { readonly ok: false; readonly reason: 'unknown-transition' | 'exit-step' };

/** Adds a step in the place of a transition; a branching step goes on with its first branch: `yes`, `event`. */
export function insertOn(graph: Graph, transitionId: string, step: Step, newId: string): StepInsertion {
  const replaced = graph.transitions.find(({ id }) => id === transitionId);
  if (!replaced) return { ok: false, reason: 'unknown-transition' };
  if (step.type === 'EXIT') return { ok: false, reason: 'exit-step' };

  // Why no longer automatic: the caller has said what comes first; an older loose step must not take its place.
  const before: Transition = { ...replaced, toStepId: step.id, automatic: false };
  const after: Transition = {
    id: newId,
    fromStepId: step.id,
    toStepId: replaced.toStepId,
    branch: branchesOf(step)[0] ?? null,
    automatic: false,
  };
  const transitions = graph.transitions.map((transition) => (transition === replaced ? before : transition));
  return { ok: true, graph: { ...graph, steps: [...graph.steps, step], transitions: [...transitions, after] } };
}

/** Where `autoConnect` leads to a new step from; asked before the step is added (D-921). TRIGGER has its own entry. */
export function autoConnectFrom(graph: Graph): Pick<Transition, 'fromStepId' | 'branch'> | null {
  const sources = new Set(graph.transitions.map(({ fromStepId }) => fromStepId));
  const newest = graph.steps.findLast(
    ({ id, type }) => !sources.has(id) && type !== 'CONDITION' && type !== 'EXIT' && type !== 'TRIGGER',
  );
  return newest ? { fromStepId: newest.id, branch: branchesOf(newest)[0] ?? null } : null;
}
