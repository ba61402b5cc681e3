import { sql } from 'kysely';
import { type ContactId, findContacts } from '#features/contacts';
import { loadProjectFacts, type ProjectFacts } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import type { Claim } from '#platform/spool';
import type { WorkflowId } from '../workflow.ts';
import { type ExecutionRow, executionColumns, toExecution } from './execution-row.ts';
import { ExecutionRun } from './execution-run.ts';
import { loadGraphs } from './load-graphs.ts';

/** What a batch of claims is about. */
export interface LoadedRuns {
  readonly now: Date;
  readonly project: ProjectFacts;
  readonly isDisabled: boolean;
  readonly runs: readonly ExecutionRun[];
  /** Started before the mark of a cancel-all, which closes them (D-944). */
  readonly cancelled: readonly ExecutionRun[];
  /** Executions whose workflow or contact was deleted in the moment they started: nothing of them is kept. */
  readonly orphans: readonly string[];
}

interface WorkflowFacts {
  readonly id: string;
  readonly name: string;
  readonly cancelledThrough: Date | null;
}

/** The claimed executions with all they need to go on. Those that another worker has by now are left out. */
export async function loadRuns(ctx: ProjectContext, claims: readonly Claim[]): Promise<LoadedRuns> {
  const { rows, contacts, workflows, project, isDisabled, now } = await ctx.read(async (reader) => {
    const { db, projectId } = reader;
    const [rows, project, state] = await Promise.all([
      selectClaimed(db, projectId, claims),
      loadProjectFacts(reader),
      db.selectFrom('projects').select('disabledReason').where('id', '=', projectId).executeTakeFirstOrThrow(),
    ]);
    const workflowIds = [...new Set(rows.map(({ workflowId }) => workflowId))];
    const [contacts, workflows] = await Promise.all([
      findContacts(reader, [...new Set(rows.map(({ contactId }) => contactId as ContactId))]), // the row's own reference
      db
        .selectFrom('workflows')
        .select(['id', 'name', 'cancelledThrough'])
        .where('projectId', '=', projectId)
        .where((where) => where('id', '=', where.fn.any(where.val(workflowIds))))
        .execute(),
    ]);
    return { rows, contacts, workflows, project, isDisabled: state.disabledReason !== null, now: reader.now };
  });
  const versions = rows.map(({ workflowId, version }) => ({ workflowId: workflowId as WorkflowId, version })); // the row's own
  const graphs = await loadGraphs(ctx, versions);
  const contactOf = new Map(contacts.map((contact) => [contact.id as string, contact]));
  const workflowOf = new Map<string, WorkflowFacts>(workflows.map((workflow) => [workflow.id, workflow]));

  const [runs, cancelled, orphans]: [ExecutionRun[], ExecutionRun[], string[]] = [[], [], []];
  for (const row of rows) {
    const graph = graphs({ workflowId: row.workflowId as WorkflowId, version: row.version });
    const [contact, workflow] = [contactOf.get(row.contactId), workflowOf.get(row.workflowId)];
    if (!graph || !contact || !workflow) {
      orphans.push(row.id);
      continue;
    }
    const run = new ExecutionRun({ stored: toExecution(row, graph), graph, contact, workflowName: workflow.name });
    const isCancelled = workflow.cancelledThrough !== null && row.startedAt <= workflow.cancelledThrough;
    (isCancelled ? cancelled : runs).push(run);
  }
  return { now, project, isDisabled, runs, cancelled, orphans };
}

type ReadDb = Parameters<Parameters<ProjectContext['read']>[0]>[0]['db'];

async function selectClaimed(db: ReadDb, projectId: string, claims: readonly Claim[]): Promise<ExecutionRow[]> {
  const columns = sql.join(executionColumns.map((column) => sql.ref(`x.${column}`)));
  const { rows } = await sql<ExecutionRow>`
    select ${columns} from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ fence }) => fence)}::uuid[]) w (id, fence)
      cross join lateral (
        select * from executions where project_id = ${projectId} and id = w.id and fence = w.fence) x`.execute(db);
  return rows;
}
