import { sql } from 'kysely';
import { z } from 'zod';
import type { ProjectReader } from '#platform/context';
import { Instant } from '#platform/http';
import { type ExportSection, inPages } from './export-section.ts';

const Json = z.record(z.string(), z.unknown());

/** Each has up to a hundred steps with what they returned. */
const executionsPerPage = 10;
const rowsPerPage = 250;

interface ExecutionRow {
  readonly id: string;
  readonly workflowId: string;
}

const Step = z.object({
  id: z.uuid(),
  stepId: z.uuid(),
  number: z.int(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  branch: z.string().nullable(),
  attempt: z.int(),
  scheduledFor: Instant.nullable(),
  executeAfter: Instant.nullable(),
  output: Json.nullable(),
  error: Json.nullable(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
});

/** Active and finished ones. An execution that ends meanwhile keeps its place in the order, so it is listed once. */
export const executions: ExportSection = {
  name: 'executions',
  item: z.object({
    id: z.uuid(),
    workflowId: z.uuid(),
    workflowName: z.string().nullable(),
    version: z.int(),
    status: z.string(),
    exitReason: z.string().nullable(),
    stepId: z.uuid().nullable(),
    open: Json.nullable(),
    context: Json.nullable(),
    wokenBy: Json.nullable(),
    triggerType: z.string(),
    triggerEvent: z.string().nullable(),
    triggerEventId: z.uuid().nullable(),
    scheduledAt: Instant.nullable(),
    key: z.string().nullable(),
    startedAt: Instant,
    completedAt: Instant.nullable(),
    steps: z.array(Step),
  }),
  pages: (subject) =>
    inPages<ExecutionRow>(subject, executionsPerPage, async (reader, after, size) => {
      const { db, projectId } = reader;
      const isNext = sql`x.project_id = ${projectId} and x.contact_id = ${subject.contact.id}
        and ${after ? sql`(x.workflow_id, x.id) > (${after.workflowId}::uuid, ${after.id}::uuid)` : sql`true`}`;
      const trigger = sql`x.trigger_type, x.trigger_event, x.trigger_event_id, x.scheduled_at, x.key, x.started_at`;
      const { rows } = await sql<ExecutionRow>`
        select e.*, w.name as workflow_name from (
          select x.id, x.workflow_id, x.version, x.status, null as exit_reason, x.step_id, x.open, x.context, x.woken_by, ${trigger},
                 null::timestamptz as completed_at
            from executions x where ${isNext}
          union all
          select x.id, x.workflow_id, x.version, x.status, x.exit_reason, x.step_id, null, x.context, null, ${trigger}, x.completed_at
            from finished_executions x where ${isNext}
           order by workflow_id, id limit ${size}) e
          left join workflows w on w.project_id = ${projectId} and w.id = e.workflow_id
         order by e.workflow_id, e.id`.execute(db);
      const steps = await loadSteps(reader, rows);
      return rows.map((row) => ({ ...row, steps: steps.get(row.id) ?? [] }));
    }),
};

async function loadSteps(
  { db, projectId }: ProjectReader,
  found: readonly ExecutionRow[],
): Promise<ReadonlyMap<string, object[]>> {
  const { rows } = await sql<{ executionId: string }>`
    select s.execution_id, s.id, s.step_id, s.number, s.name, s.type, s.status, s.branch, s.attempt, s.scheduled_for, s.execute_after,
           s.output, s.error, s.started_at, s.completed_at
      from step_executions s where s.project_id = ${projectId} and s.execution_id = any (${found.map(({ id }) => id)}::uuid[])
     order by s.number`.execute(db);
  const byExecution = Map.groupBy(rows, ({ executionId }) => executionId);
  return new Map(Array.from(byExecution, ([id, steps]) => [id, steps.map(({ executionId: _same, ...step }) => step)]));
}

interface EntryRow {
  readonly workflowId: string;
}

/** What is remembered for the rules of re-entry, longer than the executions themselves. */
export const workflowEntries: ExportSection = {
  name: 'workflowEntries',
  item: z.object({
    workflowId: z.uuid(),
    executionId: z.uuid().nullable(),
    activeSince: Instant.nullable(),
    hasFinished: z.boolean(),
    hourBegan: Instant.nullable(),
    entries: z.int(),
  }),
  pages: (subject) =>
    inPages<EntryRow>(subject, rowsPerPage, async ({ db, projectId }, after, size) => {
      const { rows } = await sql<EntryRow>`
        select workflow_id, execution_id, active_since, has_finished, hour_began, entries from workflow_entries
         where project_id = ${projectId} and contact_id = ${subject.contact.id}
           and ${after ? sql`workflow_id > ${after.workflowId}::uuid` : sql`true`}
         order by workflow_id limit ${size}`.execute(db);
      return rows;
    }),
};

interface CallRow {
  readonly id: string;
  readonly body: Buffer | null;
}

/** Calls of WEBHOOK steps that are not made yet. Headers are left out: they may hold secrets of the project. */
export const webhookCalls: ExportSection = {
  name: 'webhookCalls',
  item: z.object({
    id: z.uuid(),
    executionId: z.uuid(),
    workflowId: z.uuid(),
    method: z.string(),
    url: z.string(),
    body: z.string().nullable(),
    dueAt: Instant,
  }),
  async *pages(subject) {
    const pages = inPages<CallRow>(subject, executionsPerPage, async ({ db, projectId }, after, size) => {
      const { rows } = await sql<CallRow>`
        select id, execution_id, workflow_id, method, url, body, due_at from workflow_calls
         where project_id = ${projectId} and contact_id = ${subject.contact.id}
           and ${after ? sql`id > ${after.id}::uuid` : sql`true`}
         order by id limit ${size}`.execute(db);
      return rows;
    });
    for await (const page of pages) yield page.map((call) => ({ ...call, body: call.body?.toString('utf8') ?? null }));
  },
};
