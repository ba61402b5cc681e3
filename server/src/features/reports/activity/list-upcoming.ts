import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import { loadCampaignTotals } from './load-campaign-totals.ts';
import type { ActivityItem } from './load-items.ts';

export interface UpcomingQuery {
  readonly limit: number;
  readonly daysAhead: number;
}

/** What happens next by itself, soonest first (D-1015): scheduled campaigns, and executions that wait. */
export const listUpcoming = (
  ctx: ProjectContext,
  { limit, daysAhead }: UpcomingQuery,
): Promise<{ items: readonly ActivityItem[]; hasMore: boolean }> =>
  ctx.read(async (reader) => {
    const until = new Date(reader.now.getTime() + daysAhead * 86_400_000);
    const campaigns = await scheduledCampaigns(reader, until, limit + 1);
    const { items: executions, lookedTo } = await waitingExecutions(reader, until, limit + 1);
    const merged = [...campaigns, ...executions].sort(bySoonest);
    const known = lookedTo ? merged.filter(({ at }) => at <= lookedTo) : merged;
    return { items: known.slice(0, limit), hasMore: known.length > limit || lookedTo !== null };
  });

const bySoonest = (left: ActivityItem, right: ActivityItem): number =>
  left.at.getTime() - right.at.getTime() || (left.id < right.id ? -1 : 1);

interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly audienceType: string;
  readonly segmentName: string | null;
  readonly scheduledFor: Date;
}

async function scheduledCampaigns(reader: ProjectReader, until: Date, limit: number): Promise<ActivityItem[]> {
  const { rows } = await sql<CampaignRow>`
    select c.id, c.name, c.subject, c.audience_type, s.name as segment_name, c.scheduled_for
      from campaigns c left join segments s on s.project_id = c.project_id and s.id = c.segment_id
     where c.project_id = ${reader.projectId} and c.status = 'SCHEDULED' and c.scheduled_for < ${until}::timestamptz
     order by c.scheduled_for, c.id limit ${limit}`.execute(reader.db);
  const totals = await loadCampaignTotals(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, subject, audienceType, segmentName, scheduledFor }) => ({
    ...{ id: `${id}_scheduled`, type: 'campaign.scheduled', at: scheduledFor, contactId: null, contactEmail: null },
    metadata: {
      ...{
        campaignId: id,
        campaignName: name,
        subject,
        totalRecipients: totals.get(id) ?? null,
        segmentName,
        audienceType,
      },
      ...{ cancelReason: null, scheduledFor: scheduledFor.toISOString() },
    },
  }));
}

interface ExecutionRow {
  readonly id: string | null;
  readonly dueAt: Date;
  readonly contactId: string;
  readonly contactEmail: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly stepName: string | null;
  readonly waitingFor: string | null;
  /** The step behind a delay. */
  readonly nextId: string | null;
  readonly nextName: string | null;
  readonly nextType: string | null;
  readonly templateName: string | null;
  readonly lookedTo: Date | null;
}

/**
 * In the order in which the spool takes them. Those that a cancel-all has marked and whose rows are not closed yet are left out, and only
 * so many are looked at. One that is due already is no longer waiting for a time.
 */
async function waitingExecutions(
  { db, projectId, now }: ProjectReader,
  until: Date,
  limit: number,
): Promise<{ items: ActivityItem[]; lookedTo: Date | null }> {
  const inOrder = sql`
    from executions x where x.lane = 0 and x.project_id = ${projectId} and x.lease_until is null
     and x.due_at >= ${now}::timestamptz and x.due_at < ${until}::timestamptz order by x.due_at, x.id`;
  const { rows } = await sql<ExecutionRow>`
    with looked as materialized (
      select x.id, x.due_at, x.contact_id, x.workflow_id, x.version, x.step_id, x.status, x.started_at, x.open
        ${inOrder} limit ${limits.upcomingLookedAt}),
    shown as materialized (
      select x.*, w.name as workflow_name, k.email as contact_email
        from looked x
        join workflows w on w.project_id = ${projectId} and w.id = x.workflow_id
        join contacts k on k.project_id = ${projectId} and k.id = x.contact_id
       where x.status = 'WAITING' and (w.cancelled_through is null or x.started_at > w.cancelled_through)
       order by x.due_at, x.id limit ${limit})
    select x.id, x.due_at, x.contact_id, x.contact_email, x.workflow_id, x.workflow_name, s.step ->> 'name' as step_name,
           case when x.open ->> 'status' = 'WAITING' then x.open ->> 'waitingFor' end as waiting_for,
           n.step ->> 'id' as next_id, n.step ->> 'name' as next_name, n.step ->> 'type' as next_type, t.name as template_name,
           (select case when count(*) = ${limits.upcomingLookedAt} then max(due_at) end from looked) as looked_to
      from (select) one
      left join shown x on true
      left join workflow_versions v on v.project_id = ${projectId} and v.workflow_id = x.workflow_id and v.version = x.version
      left join lateral jsonb_path_query_first(v.graph, '$.steps[*] ? (@.id == $id)', jsonb_build_object('id', x.step_id)) s (step) on true
      left join lateral (
        select jsonb_path_query_first(v.graph, '$.steps[*] ? (@.id == $id)', jsonb_build_object('id', g.way -> 'toStepId')) as step
          from jsonb_path_query(v.graph, '$.transitions[*] ? (@.fromStepId == $id)', jsonb_build_object('id', x.step_id)) g (way)
         where s.step ->> 'type' = 'DELAY' limit 1) n on true
      left join templates t on t.project_id = ${projectId} and t.id = (n.step ->> 'templateId')::uuid
     order by x.due_at, x.id`.execute(db);
  return { items: rows.flatMap(itemOf), lookedTo: rows[0]?.lookedTo ?? null };
}

function itemOf({
  id,
  dueAt,
  contactId,
  contactEmail,
  workflowId,
  workflowName,
  ...row
}: ExecutionRow): ActivityItem[] {
  if (id === null) return [];
  const common = { at: dueAt, contactId, contactEmail };
  const execution = { workflowId, workflowName, executionId: id };
  if (row.nextType === 'SEND_EMAIL') {
    const step = { stepId: row.nextId, stepName: row.nextName, templateName: row.templateName };
    return [
      { ...common, id: `${id}_scheduled`, type: 'workflow.email.scheduled', metadata: { ...execution, ...step } },
    ];
  }
  const wait = { stepName: row.stepName, status: 'WAITING', waitingFor: row.waitingFor, dueAt: dueAt.toISOString() };
  return [{ ...common, id: `${id}_active`, type: 'workflow.active', metadata: { ...execution, ...wait } }];
}
