import { limits } from '#pure/limits';
import type { Graph } from '../graph.ts';

/** The first limit of D-909 that a graph exceeds, as `details.limit` names it. */
export function exceededLimit({ steps, transitions }: Graph): 'steps' | 'transitions' | 'config' | null {
  const own = steps.filter(({ type }) => type !== 'TRIGGER');
  if (own.length > limits.workflowSteps) return 'steps';
  if (transitions.filter(({ automatic }) => !automatic).length > limits.workflowTransitions) return 'transitions';
  const bytes = own.reduce((sum, { config }) => sum + Buffer.byteLength(JSON.stringify(config)), 0);
  return bytes > limits.workflowConfigBytes ? 'config' : null;
}
