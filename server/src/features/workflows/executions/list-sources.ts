import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '#platform/ids';
import { type ExecutionStatus, isMarked, type ShownWorkflow } from './execution-record.ts';

export interface ExecutionFilter {
  readonly status?: readonly ExecutionStatus[] | undefined;
  readonly contactId?: string | undefined;
  /** Active executions that are at this step now. */
  readonly stepId?: string | undefined;
  readonly version?: number | undefined;
}

/** Executions in the order of an index, and what is asked of each of them besides. */
export interface ListSource {
  readonly table: RawBuilder<unknown>;
  /** What the index answers, of the table `x`. */
  readonly range: RawBuilder<unknown>;
  /** What has to be read from each row; null: all of the range belong to the list. */
  readonly filter: RawBuilder<unknown> | null;
}

const [active, finished] = [sql`executions`, sql`finished_executions`];
const finalStatuses = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;

/**
 * Where the executions of a list are found. A contact has few; a step and a status have an index each; a version has none, so it is a
 * filter of rows that are looked at.
 */
export function listSources(projectId: string, workflow: ShownWorkflow, given: ExecutionFilter): ListSource[] {
  const ofWorkflow = sql`x.project_id = ${projectId} and x.workflow_id = ${workflow.id}`;
  if (given.contactId !== undefined) return contactSources(ofWorkflow, workflow, given);
  if (given.stepId !== undefined) return stepSources(ofWorkflow, workflow, given);
  const version = versionFilter(given);
  const wants = (status: ExecutionStatus): boolean => given.status?.includes(status) ?? true;
  const ended = finalStatuses.filter(wants).map(
    (status): ListSource => ({
      table: finished,
      range: sql`${ofWorkflow} and x.status = ${sql.lit(status)}`,
      filter: version,
    }),
  );
  return [...activeSources(ofWorkflow, workflow, given, version), ...ended];
}

function activeSources(
  ofWorkflow: RawBuilder<unknown>,
  workflow: ShownWorkflow,
  { status }: ExecutionFilter,
  version: RawBuilder<unknown> | null,
): ListSource[] {
  const table = active;
  if (status === undefined) return [{ table, range: ofWorkflow, filter: version }];
  const sources: ListSource[] = [];
  const unmarked = sql`${ofWorkflow} and ${isAfterMark(workflow)}`;
  const [running, waiting] = [status.includes('RUNNING'), status.includes('WAITING')];
  if (running && waiting) sources.push({ table, range: unmarked, filter: version });
  else if (running) sources.push({ table, range: sql`${unmarked} and x.status = 'RUNNING'`, filter: version });
  else if (waiting) sources.push({ table, range: unmarked, filter: both(sql`x.status = 'WAITING'`, version) });
  if (status.includes('CANCELLED') && workflow.cancelledThrough !== null) {
    sources.push({ table, range: sql`${ofWorkflow} and ${isUpToMark(workflow.cancelledThrough)}`, filter: version });
  }
  return sources;
}

/** An execution is at TRIGGER until a worker has begun it. */
function stepSources(ofWorkflow: RawBuilder<unknown>, workflow: ShownWorkflow, given: ExecutionFilter): ListSource[] {
  const statuses = given.status?.filter((status) => status === 'RUNNING' || status === 'WAITING');
  if (statuses?.length === 0) return [];
  const ofStatus = new Set(statuses).size === 1 ? sql`x.status = ${statuses?.[0]}` : null;
  const filter = both(ofStatus, versionFilter(given));
  const isAt = given.stepId === workflow.triggerStepId ? sql`x.step_id is null` : sql`x.step_id = ${given.stepId}`;
  return [{ table: active, range: sql`${ofWorkflow} and ${isAt} and ${isAfterMark(workflow)}`, filter }];
}

/**
 * A contact has one active execution of a workflow, and enters it ten times in an hour at most. Why `offset 0`: with old statistics the
 * planner would rather look for the contact among all executions, in the order of the list.
 */
function contactSources(
  ofWorkflow: RawBuilder<unknown>,
  workflow: ShownWorkflow,
  given: ExecutionFilter,
): ListSource[] {
  const { status, stepId, contactId } = given;
  const ofContact = (table: RawBuilder<unknown>) =>
    sql`(select * from ${table} x where ${ofWorkflow} and x.contact_id = ${contactId} offset 0)`;
  const hasStatus = (shown: RawBuilder<unknown>) => (status ? sql`${shown} = any (${status}::text[])` : sql`true`);
  const version = versionFilter(given) ?? sql`true`;
  const marked = isMarked('x', workflow);
  const shownStatus = sql`case when ${marked} then 'CANCELLED' else x.status end`;
  const isAt = sql`coalesce(x.step_id, ${workflow.triggerStepId}) = ${stepId} and not ${marked}`;
  const range = sql`${version} and ${hasStatus(shownStatus)} and ${stepId === undefined ? sql`true` : isAt}`;
  const source: ListSource = { table: ofContact(active), range, filter: null };
  if (stepId !== undefined) return [source];
  return [source, { table: ofContact(finished), range: sql`${version} and ${hasStatus(sql`x.status`)}`, filter: null }];
}

const versionFilter = ({ version }: ExecutionFilter): RawBuilder<unknown> | null =>
  version === undefined ? null : sql`x.version = ${version}`;

function both(first: RawBuilder<unknown> | null, second: RawBuilder<unknown> | null): RawBuilder<unknown> | null {
  return first && second ? sql`${first} and ${second}` : (first ?? second);
}

/** Ids begin with the moment of the start, so the index leads past executions that a mark has cancelled, and to them. */
const isAfterMark = ({ cancelledThrough }: ShownWorkflow): RawBuilder<boolean> =>
  cancelledThrough === null
    ? sql`true`
    : sql`x.id >= ${firstIdAt(cancelledThrough)} and x.started_at > ${cancelledThrough}`;

/** Why ten seconds: an id may be made a moment after the start that it is for. */
const isUpToMark = (mark: Date): RawBuilder<boolean> =>
  sql`x.id < ${firstIdAt(new Date(mark.getTime() + 10_000))} and x.started_at <= ${mark}`;
