import type { Graph, Step, StepType } from '../src/pure/workflow-graph/index.ts';

type Way = readonly [from: string, to: string, branch?: string | null];

type StepInput = StepType | readonly [StepType, Step['config'], templateId?: string];

/**
 * A graph from the steps by id, after the step `trigger`, the ways between them, and the step that the automatic entry leads to.
 * The ids of ways are `from>to`.
 */
export function graphFrom(
  steps: Readonly<Record<string, StepInput>>,
  ways: readonly Way[],
  automatic: string | null = null,
): Graph {
  const entries = Object.entries({ trigger: 'TRIGGER' as const, ...steps });
  const made = entries.map(([id, input]): Step => {
    const [type, config, templateId]: readonly [StepType, Step['config']?, string?] =
      typeof input === 'string' ? [input] : input;
    return { id, type, name: id, config: config ?? {}, templateId: templateId ?? null };
  });
  const all: readonly Way[] = automatic === null ? ways : [...ways, ['trigger', automatic]];
  return {
    trigger: { type: 'EVENT', config: { eventName: 'signup' } },
    steps: made,
    transitions: all.map(([fromStepId, toStepId, branch = null], index) => ({
      ...{ id: `${fromStepId}>${toStepId}`, fromStepId, toStepId, branch },
      automatic: automatic !== null && index === ways.length,
    })),
  };
}

/** The ways of a graph as text, for a comparison. */
export const waysOf = ({ transitions }: Graph): string[] =>
  transitions.map(
    ({ fromStepId, toStepId, branch, automatic }) =>
      `${fromStepId}${branch === null ? '' : `:${branch}`} > ${toStepId}${automatic ? ' (automatic)' : ''}`,
  );
