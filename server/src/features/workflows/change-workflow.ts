import { checkCondition, requireSegment, type SegmentId } from '#features/segments';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { storedCondition } from '#pure/conditions';
import { editWorkflow, type WorkflowFields } from './edit-workflow.ts';
import { readTrigger } from './read-trigger.ts';
import type { WholeWorkflow, Workflow, WorkflowId } from './workflow.ts';

type PlainFields = Omit<WorkflowFields, 'triggerConfig'>;

export type WorkflowPatch = { readonly [Key in keyof PlainFields]?: PlainFields[Key] | undefined } & {
  /** Not read yet: its rules depend on the type. */
  readonly triggerConfig?: unknown;
};

/** Changes fields of a workflow. A new type of trigger without its settings begins with empty ones (D-919). */
export function changeWorkflow(ctx: ProjectContext, id: WorkflowId, patch: WorkflowPatch): Promise<WholeWorkflow> {
  return ctx.transaction((tx) =>
    editWorkflow(tx, id, async ({ workflow }) => {
      const { triggerConfig: _, ...plain } = patch;
      const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
      return { fields: { ...given, ...(await changedTrigger(tx, workflow, patch)) } };
    }),
  );
}

async function changedTrigger(
  tx: ProjectTx,
  before: Workflow,
  { triggerType = before.triggerType, triggerConfig }: WorkflowPatch,
): Promise<Partial<WorkflowFields>> {
  if (triggerConfig === undefined && triggerType === before.triggerType) return {};
  const config = readTrigger(triggerType, triggerConfig, await timezoneOf(tx));
  if (triggerType !== 'SCHEDULE' || config === null) return { triggerType, triggerConfig: config };
  const { segmentId, audienceCondition } = config;
  if (typeof segmentId === 'string') await requireSegment(tx, segmentId as SegmentId); // read as an id
  if (audienceCondition) {
    await checkCondition(tx, storedCondition(audienceCondition), 'triggerConfig.audienceCondition');
  }
  return { triggerType, triggerConfig: config };
}

const timezoneOf = ({ db, projectId }: ProjectTx): Promise<{ timezone: string }> =>
  db.selectFrom('projects').select('timezone').where('id', '=', projectId).executeTakeFirstOrThrow();
