import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import type { WorkflowFields } from './edit-workflow.ts';
import { loadWholeWorkflow } from './load-workflow.ts';
import { WorkflowLimitReached } from './refusals.ts';
import type { WholeWorkflow, WorkflowId } from './workflow.ts';

export type NewWorkflow = Pick<WorkflowFields, 'name' | 'description' | 'allowReentry'> & {
  readonly eventName: string | null;
};

/** A workflow that is disabled and waits for an event, with its TRIGGER step (D-906, D-918). */
export function createWorkflow(ctx: ProjectContext, { eventName, ...fields }: NewWorkflow): Promise<WholeWorkflow> {
  return ctx.transaction(async (tx) => {
    const id = await insertWorkflow(tx, { ...fields, triggerType: 'EVENT', triggerConfig: { eventName } });
    await tx.db
      .insertInto('workflowSteps')
      .values({
        ...{
          projectId: tx.projectId,
          workflowId: id,
          id: tx.newId<'step'>(),
          type: 'TRIGGER',
          number: 1,
          name: 'Trigger',
        },
        ...{ x: 0, y: 0, config: '{}', createdAt: tx.now, updatedAt: tx.now },
      })
      .execute();
    return loadWholeWorkflow(tx, id);
  });
}

/** The row alone; it is disabled. */
export async function insertWorkflow(tx: ProjectTx, fields: Omit<WorkflowFields, 'enabled'>): Promise<WorkflowId> {
  await requireRoom(tx);
  const id = tx.newId<'workflow'>();
  const { name, description, triggerType, triggerConfig, allowReentry } = fields;
  await tx.db
    .insertInto('workflows')
    .values({
      ...{ projectId: tx.projectId, id, name, description, triggerType, allowReentry },
      ...{ triggerConfig: triggerConfig && JSON.stringify(triggerConfig), createdAt: tx.now, updatedAt: tx.now },
    })
    .execute();
  return id;
}

/** Two that are created at once are counted one after the other. */
async function requireRoom({ db, projectId }: ProjectTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('workflows:' || ${projectId}, 0))`.execute(db);
  const { count } = await db
    .selectFrom('workflows')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.workflows) throw WorkflowLimitReached('workflows');
}
