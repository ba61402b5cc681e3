import { z } from 'zod';
import type { ProjectId } from '#platform/context';
import { bodyId, Instant, instant, instantOrNull, optional, text, trimmedText, withDefault } from '#platform/http';
import { readEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { addableStepTypes, type GraphProblem } from '#pure/workflow-graph';
import type { VersionCount } from './executions/workflow-counts.ts';
import type { ListedWorkflow } from './list-workflows.ts';
import {
  triggerTypes,
  type WholeWorkflow,
  type Workflow,
  type WorkflowId,
  type WorkflowStep,
  type WorkflowTransition,
} from './workflow.ts';

const Name = trimmedText(1, limits.workflowNameCharacters);
const Description = trimmedText(0, limits.workflowDescriptionCharacters);
const TriggerConfig = z.unknown().meta({
  description:
    'EVENT: `{ eventName }`. MANUAL: null. SCHEDULE: `{ schedule, timezone, segmentId }` or with `audienceCondition` instead of `segmentId`.',
});

/** The name of any event, those of the service included (D-401). */
export const EventName = z
  .string()
  .transform((given, ctx) => {
    const read = readEventName(given);
    if (read.ok) return read.name;
    ctx.addIssue({ code: 'custom', message: read.message, params: { code: read.code } });
    return z.NEVER;
  })
  .meta({ minLength: 1, maxLength: limits.eventNameCharacters });

export const WorkflowBody = z.object({
  name: Name,
  eventName: optional(EventName),
  triggerConfig: optional(z.object({ eventName: optional(EventName) })),
  description: Description.nullish(),
  allowReentry: withDefault(z.boolean(), false),
});

export const WorkflowPatchBody = z.object({
  name: optional(Name),
  description: Description.nullish(),
  triggerType: optional(z.enum(triggerTypes)),
  triggerConfig: TriggerConfig.optional(),
  enabled: optional(z.boolean()),
  allowReentry: optional(z.boolean()),
});

const Position = z.object({ x: z.number(), y: z.number() });
const Config = z.unknown().meta({ description: 'By the type of the step; see the contract, page 08.' });

export const StepBody = z.object({
  type: z.enum(addableStepTypes),
  name: optional(Name),
  position: optional(Position),
  config: Config.optional(),
  templateId: bodyId<'template'>('template').nullish(),
  autoConnect: withDefault(z.boolean(), false),
  insertOn: optional(bodyId<'transition'>('transition')),
});

export const StepPatchBody = z.object({
  type: optional(z.string()),
  name: optional(Name),
  position: optional(Position),
  config: Config.optional(),
  templateId: bodyId<'template'>('template').nullish(),
});

const Branch = text(1, limits.branchIdCharacters);

export const TransitionBody = z.object({
  fromStepId: bodyId<'step'>('step'),
  toStepId: bodyId<'step'>('step'),
  branch: optional(Branch),
  condition: optional(z.object({ branch: optional(Branch) })),
  priority: withDefault(z.int().min(-limits.transitionPriority).max(limits.transitionPriority), 0),
});

export const TransitionReply = z
  .object({
    id: z.uuid(),
    workflowId: z.uuid(),
    fromStepId: z.uuid(),
    toStepId: z.uuid(),
    branch: z.string().nullable(),
    condition: z.object({ branch: z.string() }).nullable(),
    priority: z.int(),
    automatic: z.boolean().meta({ description: 'Kept by the service until a caller adds one from TRIGGER.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'WorkflowTransition' });

export const StepReply = z
  .object({
    id: z.uuid(),
    workflowId: z.uuid(),
    type: z.enum(['TRIGGER', ...addableStepTypes]),
    name: z.string(),
    position: Position,
    config: z.record(z.string(), z.unknown()),
    templateId: z.uuid().nullable(),
    template: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    outgoingTransitions: z.array(TransitionReply),
    incomingTransitions: z.array(TransitionReply),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'WorkflowStep' });

const record = {
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  triggerType: z.enum(triggerTypes),
  triggerConfig: z.record(z.string(), z.unknown()).nullable(),
  allowReentry: z.boolean(),
  pausedAt: Instant.nullable(),
  pausedReason: z.enum(['REPUTATION']).nullable(),
  version: z.int(),
  projectId: z.uuid(),
  createdAt: Instant,
  updatedAt: Instant,
};

const Problem = z
  .object({
    level: z.enum(['error', 'warning']),
    stepId: z.uuid().nullable(),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'WorkflowProblem' });

export const WorkflowReply = z
  .object({
    ...record,
    activeByVersion: z.array(z.object({ version: z.int(), count: z.int() })),
    problems: z.array(Problem),
    steps: z.array(StepReply),
    transitions: z.array(TransitionReply),
  })
  .meta({ id: 'Workflow' });

export const ListedWorkflowReply = z
  .object({
    ...record,
    _count: z.object({
      steps: z.int(),
      executions: z.int(),
      activeExecutions: z.int(),
      running: z.int(),
      waiting: z.int(),
      failed24h: z.int(),
    }),
  })
  .meta({ id: 'ListedWorkflow' });

const toRecord = (workflow: Workflow, projectId: ProjectId) => ({
  id: workflow.id,
  name: workflow.name,
  description: workflow.description,
  enabled: workflow.enabled,
  triggerType: workflow.triggerType,
  triggerConfig: workflow.triggerConfig,
  allowReentry: workflow.allowReentry,
  pausedAt: instantOrNull(workflow.pausedAt),
  pausedReason: workflow.pausedReason,
  version: workflow.version,
  projectId,
  createdAt: instant(workflow.createdAt),
  updatedAt: instant(workflow.updatedAt),
});

export const toListedReply = (
  { steps, counts, ...workflow }: ListedWorkflow,
  projectId: ProjectId,
): z.output<typeof ListedWorkflowReply> => ({ ...toRecord(workflow, projectId), _count: { steps, ...counts } });

/** What is known of a workflow beside what is stored of it. */
interface WorkflowState {
  readonly problems: readonly GraphProblem[];
  readonly activeByVersion: readonly VersionCount[];
}

export const toWorkflowReply = (
  whole: WholeWorkflow,
  { problems, activeByVersion }: WorkflowState,
  projectId: ProjectId,
): z.output<typeof WorkflowReply> => ({
  ...toRecord(whole.workflow, projectId),
  activeByVersion: [...activeByVersion],
  problems: [...problems],
  steps: whole.steps.map((step) => toStepReply(whole, step)),
  transitions: whole.transitions.map((transition) => toTransitionReply(whole.workflow.id, transition)),
});

export const toTransitionReply = (
  workflowId: WorkflowId,
  { id, fromStepId, toStepId, branch, priority, automatic, createdAt, updatedAt }: WorkflowTransition,
): z.output<typeof TransitionReply> => ({
  id,
  workflowId,
  fromStepId,
  toStepId,
  branch,
  condition: branch === null ? null : { branch },
  priority,
  automatic,
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
});

export function toStepReply(whole: WholeWorkflow, step: WorkflowStep): z.output<typeof StepReply> {
  const { id, type, name, x, y, config, templateId, templateName } = step;
  const those = (isMatch: (transition: WorkflowTransition) => boolean) =>
    whole.transitions.filter(isMatch).map((transition) => toTransitionReply(whole.workflow.id, transition));
  return {
    id,
    workflowId: whole.workflow.id,
    type,
    name,
    position: { x, y },
    config,
    templateId,
    template: templateId === null ? null : { id: templateId, name: templateName ?? '' },
    outgoingTransitions: those(({ fromStepId }) => fromStepId === id),
    incomingTransitions: those(({ toStepId }) => toStepId === id),
    createdAt: instant(step.createdAt),
    updatedAt: instant(step.updatedAt),
  };
}
