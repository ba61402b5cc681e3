import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { firstIdAt, timeOfId } from '#platform/ids';
import { type FeedPosition, isBehind, isIdBehind } from './feed-position.ts';
import { type FeedFilter, type FeedQuery, type FeedRecord, orderBy } from './feed-query.ts';

interface ExecutionRow {
  readonly id: string;
  readonly workflowId: string;
  readonly contactId: string | null;
  readonly status: string;
  readonly exitReason: string | null;
  readonly completedAt: Date | null;
}

/**
 * Executions that started. Why their moment is the one in their id: both tables have that order, and a start is written with the id.
 * Limit: the executions of one contact are sorted; it enters a workflow ten times in an hour at most.
 */
export async function findStarted({ db, projectId }: ProjectReader, query: FeedQuery): Promise<FeedRecord[]> {
  const { rows } = await startedStatement(projectId, query).execute(db);
  return rows.map((row) => recordOf(row, 'workflow.started', timeOfId(row.id)));
}

/** Executions that ended, in any way. One that a cancel-all has marked ends when its row is closed. */
export async function findCompleted({ db, projectId }: ProjectReader, query: FeedQuery): Promise<FeedRecord[]> {
  const { rows } = await completedStatement(projectId, query).execute(db);
  return rows.flatMap((row) => (row.completedAt ? [recordOf(row, 'workflow.completed', row.completedAt)] : []));
}

const recordOf = (
  { id, workflowId, contactId, status, exitReason }: ExecutionRow,
  type: 'workflow.started' | 'workflow.completed',
  at: Date,
): FeedRecord => ({
  ...{ at, recordId: id, kind: type === 'workflow.started' ? 'started' : 'completed', type, contactId },
  source: { table: 'executions', workflowId, status, exitReason },
});

export function startedStatement(projectId: string, query: FeedQuery): RawBuilder<ExecutionRow> {
  const behind = isIdBehind(sql`x.id`, { ...query, kind: 'started' });
  const found = startedRanges(projectId, query).map(
    ({ columns, table, where }) => sql`(
      select ${columns} from ${table} x where ${where} and ${behind}
       order by ${orderBy(query.direction, sql`x.id`)} limit ${query.limit})`,
  );
  return sql`select * from (${sql.join(found, sql` union all `)}) f
    order by ${orderBy(query.direction, sql`f.id`)} limit ${query.limit}`;
}

export function completedStatement(projectId: string, query: FeedQuery): RawBuilder<ExecutionRow> {
  const [at, id] = [sql`x.completed_at`, sql`x.id`];
  const { columns, table, where } = completedRange(projectId, query);
  return sql`
    select ${columns} from ${table} x where ${where} and ${isBehind({ at, id }, { ...query, kind: 'completed' })}
     order by ${orderBy(query.direction, at, id)} limit ${query.limit}`;
}

/** How many there are in the period, or in it and behind a position, of which so many are counted. */
export function countExecutions(
  projectId: string,
  { after, ...filter }: FeedFilter & { readonly after: FeedPosition | null },
  what: 'started' | 'completed',
  max: number,
): RawBuilder<{ count: number }> {
  const [at, id] = [sql`x.completed_at`, sql`x.id`];
  const place = { after, direction: 'oldest-first', kind: what } as const;
  const isCounted = what === 'started' ? isIdBehind(id, place) : isBehind({ at, id }, place);
  const ranges = what === 'started' ? startedRanges(projectId, filter) : [completedRange(projectId, filter)];
  const found = ranges.map(
    ({ table, where, order }) =>
      sql`(select from ${table} x where ${where} and ${isCounted} order by ${order} limit ${max})`,
  );
  return sql`select count(*)::int as count from (${sql.join(found, sql` union all `)}) f`;
}

interface ExecutionRange {
  readonly columns: RawBuilder<unknown>;
  readonly table: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** Why counts have one too: without it the planner may read a whole month of all projects. */
  readonly order: RawBuilder<unknown>;
}

const finishedColumns = sql`x.id, x.workflow_id, x.contact_id, x.status, x.exit_reason, x.completed_at`;

/** An execution is in one of the two tables. */
function startedRanges(projectId: string, filter: FeedFilter): ExecutionRange[] {
  const { from, to } = filter;
  const ids = sql`x.project_id = ${projectId} and x.id >= ${firstIdAt(from)}::uuid and x.id < ${firstIdAt(to)}::uuid`;
  // What started in the period ended after its beginning, so earlier months are left out. Why a minute: clocks may be set back.
  const ended = sql`x.completed_at >= ${new Date(from.getTime() - 60_000)}::timestamptz`;
  const columns = sql`x.id, x.workflow_id, x.contact_id, x.status, null::text as exit_reason, null::timestamptz as completed_at`;
  const order = sql`x.id desc`;
  return [
    { columns, order, table: tableOf('executions', projectId, filter), where: ids },
    {
      columns: finishedColumns,
      order,
      table: tableOf('finished_executions', projectId, filter),
      where: sql`${ids} and ${ended}`,
    },
  ];
}

function completedRange(projectId: string, filter: FeedFilter): ExecutionRange {
  const { from, to } = filter;
  return {
    columns: finishedColumns,
    table: tableOf('finished_executions', projectId, filter),
    where: sql`x.project_id = ${projectId} and x.completed_at >= ${from}::timestamptz and x.completed_at < ${to}::timestamptz`,
    order: sql`x.completed_at desc, x.id desc`,
  };
}

/** Why `offset 0`: with old statistics the planner would rather look for the contact among all executions, in the order of the list. */
function tableOf(
  table: 'executions' | 'finished_executions',
  projectId: string,
  { contactId }: FeedFilter,
): RawBuilder<unknown> {
  if (contactId === null) return sql.table(table);
  return sql`(select * from ${sql.table(table)} c where c.project_id = ${projectId} and c.contact_id = ${contactId}::uuid offset 0)`;
}
