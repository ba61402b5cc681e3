import type { Step } from '../graph.ts';
import { readStepConfig } from './read-step-config.ts';
import type { StepConfig } from './step-config.ts';

type StoredConfig =
  | { readonly config: StepConfig; readonly lack: null }
  | { readonly config: null; readonly lack: string };

/** Why: one graph serves many executions, and reading a large condition takes longer than any other part of a step. */
const known = new WeakMap<Step, StoredConfig>();

/**
 * The config of a step of a stored graph, or what it lacks. An address with http:// is fine here: whether it may be called is
 * decided when it is called.
 */
export function configOf(step: Step): StoredConfig {
  const found = known.get(step) ?? read(step);
  known.set(step, found);
  return found;
}

function read(step: Step): StoredConfig {
  const reading = readStepConfig(step, { allowsHttp: true });
  if (!reading.ok) return { config: null, lack: reading.problems[0]?.message ?? 'The config cannot be read.' };
  if (reading.config) return { config: reading.config, lack: null };
  return { config: null, lack: `The step lacks ${reading.missing.map((path) => path.join('.')).join(', ')}.` };
}
