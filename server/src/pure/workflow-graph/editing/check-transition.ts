import { branchesOf, servedBranch } from '../branches.ts';
import { type Graph, type Step, stepById, type Transition } from '../graph.ts';

export type TransitionInput = Pick<Transition, 'fromStepId' | 'toStepId' | 'branch'>;

export type TransitionRule = 'SELF' | 'CYCLE' | 'FROM_EXIT' | 'INTO_TRIGGER' | 'BRANCH_TAKEN';

/** What adding a transition would do (D-923). */
export type TransitionCheck =
  /** `branch` as it is stored; an automatic transition from TRIGGER goes. */
  | { readonly kind: 'new'; readonly branch: string | null }
  | { readonly kind: 'existing'; readonly transition: Transition }
  | { readonly kind: 'unknown-step'; readonly key: 'fromStepId' | 'toStepId' }
  | {
      readonly kind: 'wrong-branch';
      readonly code: 'required' | 'invalid_enum_value';
      readonly branches: readonly string[];
    }
  | { readonly kind: 'refused'; readonly rule: TransitionRule };

export function checkTransition(graph: Graph, input: TransitionInput): TransitionCheck {
  const from = stepById(graph, input.fromStepId);
  const to = stepById(graph, input.toStepId);
  if (!from) return { kind: 'unknown-step', key: 'fromStepId' };
  if (!to) return { kind: 'unknown-step', key: 'toStepId' };

  const branch = servedBranch(from, input);
  const branches = branchesOf(from);
  if (branches.length > 0 && branch === null) return { kind: 'wrong-branch', code: 'required', branches };
  if (branch !== null && !branches.includes(branch))
    return { kind: 'wrong-branch', code: 'invalid_enum_value', branches };

  const rival = graph.transitions.find(
    (known) => known.fromStepId === from.id && !known.automatic && servedBranch(from, known) === branch,
  );
  if (rival?.toStepId === to.id) return { kind: 'existing', transition: rival };
  const rule = brokenRule(graph, from, to) ?? (rival ? 'BRANCH_TAKEN' : null);
  return rule ? { kind: 'refused', rule } : { kind: 'new', branch };
}

function brokenRule(graph: Graph, from: Step, to: Step): TransitionRule | null {
  if (from.id === to.id) return 'SELF';
  if (from.type === 'EXIT') return 'FROM_EXIT';
  if (to.type === 'TRIGGER') return 'INTO_TRIGGER';
  return reachableFrom(graph.transitions, to.id).has(from.id) ? 'CYCLE' : null;
}

/** The ids of the steps that transitions lead to from a step, itself included. */
export function reachableFrom(transitions: readonly Transition[], startId: string): ReadonlySet<string> {
  const targets = Map.groupBy(transitions, ({ fromStepId }) => fromStepId);
  const found = new Set([startId]);
  for (const id of found) for (const { toStepId } of targets.get(id) ?? []) found.add(toStepId);
  return found;
}
