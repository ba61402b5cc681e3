import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import type { Keyset } from '#platform/http';
import type { JsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { noIds, type TimelineItem } from './timeline.ts';

interface StepRow {
  readonly id: string;
  readonly name: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly stepId: string;
  readonly output: JsonObject | null;
  readonly error: JsonObject | null;
  readonly completedAt: Date;
}

/** The next workflow steps of a contact that were done or have failed, in the order of their ends. */
export async function listSteps(
  reader: ProjectReader,
  { contactId, keyset: { after, limit } }: { contactId: ContactId; keyset: Keyset<'createdAt'> },
): Promise<readonly TimelineItem[]> {
  // Why both: the first condition alone tells the planner which months it can leave out.
  const isBeyond = after
    ? sql`s.completed_at <= ${after.value}::timestamptz and (s.completed_at, s.id) < (${after.value}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<StepRow>`
    select s.id, s.name, s.workflow_id, s.execution_id, s.step_id, s.output, s.error, s.completed_at
      from step_executions s where ${isOf(reader, contactId)} and ${isBeyond}
     order by s.completed_at desc, s.id desc limit ${limit}`.execute(reader.db);
  return rows.map(itemOf);
}

/** As the index of them says it: a step that was skipped has not happened. */
const isOf = ({ projectId }: ProjectReader, contactId: ContactId): RawBuilder<boolean> =>
  sql`s.project_id = ${projectId} and s.contact_id = ${contactId} and s.status <> 'SKIPPED'`;

const itemOf = ({ output, error, completedAt, ...step }: StepRow): TimelineItem => ({
  ...noIds,
  ...step,
  kind: 'step',
  createdAt: completedAt,
  data: error === null ? output : { ...output, error },
});

/** How many there are, counted up to a maximum. */
export const countSteps = (reader: ProjectReader, contactId: ContactId): RawBuilder<number> =>
  sql`(select count(*)::int from (
    select from step_executions s where ${isOf(reader, contactId)} limit ${limits.timelineItemsCounted}) n)`;
