import type { ProjectContext } from '#platform/context';
import { Invalid } from '#platform/refusals';
import { isPlainObject } from '#pure/custom-fields';
import type { ConfigInput } from '#pure/workflow-graph';
import { editWorkflow } from './edit-workflow.ts';
import { StepNotFound } from './refusals.ts';
import type { StepPlace } from './save-graph.ts';
import { checkStepConfig } from './step-config.ts';
import { graphOf, type StepId, type WholeWorkflow, type WorkflowId, type WorkflowStep } from './workflow.ts';

export interface StepPatch {
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly position?: StepPlace | undefined;
  /** Replaces the config as a whole. */
  readonly config?: unknown;
  readonly templateId?: string | null | undefined;
}

/** Changes a step; executions under way keep the graph that they started with (D-925). */
export function changeStep(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  stepId: StepId,
  patch: StepPatch,
): Promise<WholeWorkflow> {
  return ctx.transaction((tx) =>
    editWorkflow(tx, workflowId, async (before) => {
      const step = before.steps.find(({ id }) => id === stepId);
      if (!step) throw StepNotFound(stepId);
      if (patch.type !== undefined && patch.type !== step.type) throw Invalid([typeFixed]);
      const { config, templateId } = needsCheck(step, patch)
        ? await checkStepConfig(tx, inputOf(step, patch), step)
        : step;
      const graph = graphOf(before);
      const changed = { id: stepId, type: step.type, name: patch.name ?? step.name, config, templateId };
      return {
        graph: { ...graph, steps: graph.steps.map((known) => (known.id === stepId ? changed : known)) },
        places: new Map(patch.position ? [[stepId, patch.position]] : []),
      };
    }),
  );
}

const typeFixed = { field: 'type', code: 'custom', message: 'The type of a step does not change.' };

/** The config of TRIGGER is changed with the workflow (D-906). */
const needsCheck = ({ type }: WorkflowStep, { config, templateId }: StepPatch): boolean =>
  type !== 'TRIGGER' && (config !== undefined || templateId !== undefined);

/** A template that the patch does not name stays, unless the new config has its own copy. */
function inputOf(step: WorkflowStep, patch: StepPatch): ConfigInput {
  const config = patch.config === undefined ? step.config : patch.config;
  if (patch.templateId !== undefined) return { type: step.type, config, templateId: patch.templateId };
  const hasCopy = isPlainObject(patch.config) && Object.hasOwn(patch.config, 'templateId');
  return { type: step.type, config, templateId: hasCopy ? undefined : step.templateId };
}
