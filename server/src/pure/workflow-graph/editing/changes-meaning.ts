import { sameJson } from '#pure/custom-fields';
import { servedBranch } from '../branches.ts';
import type { Graph, Step } from '../graph.ts';

/** Whether a change needs a new `version`: names, ids of transitions and the order of steps mean nothing to an execution. */
export function changesMeaning(before: Graph, after: Graph): boolean {
  return (
    before.trigger.type !== after.trigger.type ||
    !sameJson(before.trigger.config, after.trigger.config) ||
    !hasSameSteps(before, after) ||
    !hasSameWays(before, after)
  );
}

function hasSameSteps(before: Graph, after: Graph): boolean {
  if (before.steps.length !== after.steps.length) return false;
  const known = new Map(before.steps.map((step) => [step.id, step]));
  return after.steps.every((step) => isSame(known.get(step.id), step));
}

/** The config of TRIGGER mirrors that of the workflow, which is compared by itself. */
function isSame(before: Step | undefined, after: Step): boolean {
  if (before?.type !== after.type || before.templateId !== after.templateId) return false;
  return after.type === 'TRIGGER' || sameJson(before.config, after.config);
}

function hasSameWays(before: Graph, after: Graph): boolean {
  const known = waysOf(before);
  const now = waysOf(after);
  return known.size === now.size && [...now].every((way) => known.has(way));
}

function waysOf({ steps, transitions }: Graph): Set<string> {
  const known = new Map(steps.map((step) => [step.id, step]));
  return new Set(
    transitions.map((transition) => {
      const from = known.get(transition.fromStepId);
      const branch = from ? servedBranch(from, transition) : transition.branch;
      return JSON.stringify([transition.fromStepId, transition.toStepId, branch]);
    }),
  );
}
