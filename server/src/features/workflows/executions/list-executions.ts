import { type RawBuilder, sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { WorkflowId } from '../workflow.ts';
import { countStatuses } from './count-executions.ts';
import { type ExecutionRecord, recordsOf, type ShownWorkflow } from './execution-record.ts';
import { requireShownWorkflow } from './find-execution.ts';
import { type ExecutionFilter, type ListSource, listSources } from './list-sources.ts';

export interface ExecutionQuery extends ExecutionFilter {
  readonly page: number;
  readonly pageSize: number;
  /** The last id that was looked at; takes the place of `page`. */
  readonly after: string | null;
}

export interface ExecutionPage {
  readonly rows: readonly ExecutionRecord[];
  /** Null: there are no more. */
  readonly after: string | null;
  readonly total: number;
}

/**
 * Executions of a workflow, the newest first (D-931, D-945). Limit: where no index answers a filter, so many rows are looked at and no
 * more; such a page may be short although there are more, and its cursor leads on.
 */
export const listExecutions = (
  ctx: ProjectContext,
  workflowId: WorkflowId,
  query: ExecutionQuery,
): Promise<ExecutionPage> =>
  ctx.read(async (reader) => {
    const workflow = await requireShownWorkflow(reader, workflowId);
    const sources = listSources(reader.projectId, workflow, query);
    const { rows, after } = await readPage(reader, workflow, sources, query);
    return { rows, after, total: await totalOf(reader, workflow, sources, query) };
  });

type PageRow = ExecutionRecord & { readonly horizon: string | null };

async function readPage(
  reader: ProjectReader,
  workflow: ShownWorkflow,
  sources: readonly ListSource[],
  { page, pageSize, after }: ExecutionQuery,
): Promise<Pick<ExecutionPage, 'rows' | 'after'>> {
  const offset = after === null ? (page - 1) * pageSize : 0;
  const size = Math.min(pageSize, limits.executionsListed - offset);
  if (size <= 0 || sources.length === 0) return { rows: [], after: null };
  const statement = pageStatement(reader.projectId, workflow, sources, { after, offset, size });
  const { rows: found } = await statement.execute(reader.db);
  const horizon = found[0]?.horizon ?? null;
  const rows = found.filter(({ id }) => id !== null).map(({ horizon: _horizon, ...row }) => row);
  const shown = rows.slice(0, size);
  return { rows: shown, after: rows.length > size ? (shown.at(-1)?.id ?? null) : horizon };
}

interface Span {
  readonly after: string | null;
  readonly offset: number;
  readonly size: number;
}

/**
 * One statement, so that an execution which ends meanwhile is listed once. The horizon is the last row that was looked at, if there are
 * more behind it: nothing beyond it is shown.
 */
export function pageStatement(
  projectId: string,
  workflow: ShownWorkflow,
  sources: readonly ListSource[],
  { after, offset, size }: Span,
): RawBuilder<PageRow> {
  const isBeyond = after === null ? sql`true` : sql`x.id < ${after}`;
  const last = offset + size + 1;
  const found = sources.map((source) => sql`(${idsOf(source, isBeyond, last)})`);
  const ends = sources.filter(({ filter }) => filter !== null).map((source) => sql`(${endOf(source, isBeyond)})`);
  const horizon = ends.length === 0 ? sql`null::uuid` : sql`greatest(${sql.join(ends)})`;
  const ids = sql`
    select f.id from (${sql.join(found, sql` union all `)}) f
     where h.horizon is null or f.id >= h.horizon order by f.id desc limit ${size + 1} offset ${offset}`;
  return sql`
    with h as materialized (select ${horizon} as horizon)
    select r.*, h.horizon from h left join lateral (
      ${recordsOf(projectId, { workflow, ids, hasContext: false })}) r on true order by r.id desc`;
}

const idsOf = ({ table, range, filter }: ListSource, isBeyond: RawBuilder<unknown>, last: number) =>
  filter === null
    ? sql`select x.id from ${table} x where ${range} and ${isBeyond} order by x.id desc limit ${last}`
    : sql`select x.id from (${lookedAt({ table, range }, isBeyond)}) x where ${filter} order by x.id desc limit ${last}`;

const endOf = (source: ListSource, isBeyond: RawBuilder<unknown>) =>
  sql`select x.id from ${source.table} x where ${source.range} and ${isBeyond}
       order by x.id desc limit 1 offset ${limits.executionsLookedAt - 1}`;

const lookedAt = ({ table, range }: Omit<ListSource, 'filter'>, isBeyond: RawBuilder<unknown>) =>
  sql`select x.id, x.status, x.version from ${table} x where ${range} and ${isBeyond}
       order by x.id desc limit ${limits.executionsLookedAt}`;

/** From kept counts where they know it; otherwise counted, up to a limit. */
async function totalOf(
  reader: ProjectReader,
  workflow: ShownWorkflow,
  sources: readonly ListSource[],
  query: ExecutionQuery,
): Promise<number> {
  if (query.contactId === undefined && query.stepId === undefined) {
    return countStatuses(reader, workflow.id, query);
  }
  if (sources.length === 0) return 0;
  const found = sources.map((source) => sql`(${idsOf(source, sql`true`, limits.executionsListed)})`);
  const { rows } = await sql<{ total: string }>`
    select least(count(*), ${limits.executionsListed}) as total from (${sql.join(found, sql` union all `)}) f`.execute(
    reader.db,
  );
  return Number(rows[0]?.total ?? 0);
}
