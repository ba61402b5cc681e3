import { isJsonObject, type JsonValue } from '#pure/custom-fields';
import type { Graph, Step, Transition } from './graph.ts';

type BranchingStep = Pick<Step, 'type' | 'config'>;

/** The names of the ways out of a step. Empty: it has one way without a name, or none (EXIT). */
export function branchesOf({ type, config }: BranchingStep): readonly string[] {
  if (type === 'WAIT_FOR_EVENT') return ['event', 'timeout'];
  if (type !== 'CONDITION') return [];
  return config.mode === 'multi' ? [...branchIds(config.branches), 'default'] : ['yes', 'no'];
}

function branchIds(branches: JsonValue | undefined): string[] {
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch) => (isJsonObject(branch) && typeof branch.id === 'string' ? [branch.id] : []));
}

/** The branch a transition of this step serves: a wait's transition without one serves `event` (D-913). */
export function servedBranch(from: BranchingStep, { branch }: Pick<Transition, 'branch'>): string | null {
  if (from.type === 'WAIT_FOR_EVENT') return branch ?? 'event';
  return from.type === 'CONDITION' ? branch : null;
}

/** Whether an execution can take the transition: its branch may have gone with a change of the step's config. */
export function isTakeable(from: BranchingStep, transition: Transition): boolean {
  if (from.type === 'EXIT') return false;
  const branches = branchesOf(from);
  const served = servedBranch(from, transition);
  return branches.length === 0 || (served !== null && branches.includes(served));
}

/** The transition that is taken from a step on a branch. A time-out without its own one goes the way of the event (D-913). */
export function transitionFrom(graph: Graph, from: Step, branch: string | null): Transition | undefined {
  const outgoing = graph.transitions.filter(
    (transition) => transition.fromStepId === from.id && isTakeable(from, transition),
  );
  const on = (wanted: string | null): Transition | undefined =>
    outgoing.find((transition) => servedBranch(from, transition) === wanted);
  return on(branch) ?? (from.type === 'WAIT_FOR_EVENT' && branch === 'timeout' ? on('event') : undefined);
}
