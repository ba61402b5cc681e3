import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { EventName } from './messages.ts';

/** What is now the state of something that changes (D-1043). */
export interface LiveState {
  readonly event: EventName;
  readonly data: { readonly id: string };
}

/** Transactions last a while: what they change may have an earlier moment than others that are visible already. */
const lateSeconds = 60;

/**
 * Campaigns and jobs that are under way or have changed since a moment, those named, and all domains of the project. A state that is told
 * twice does no harm.
 */
export async function loadStates(
  { db, projectId }: ProjectReader,
  { sinceMs, ids }: { sinceMs: number; ids: readonly string[] },
): Promise<LiveState[]> {
  const since = new Date(sinceMs - lateSeconds * 1_000);
  const max = limits.streamStates;
  const { rows } = await sql<LiveState>`
    (select 'campaign' as event, json_build_object('id', c.id, 'status', c.status, 'counters', (
              select json_build_object(
                       'totalRecipients', coalesce(sum(n.recipients), 0), 'sentCount', coalesce(sum(n.sent), 0),
                       'deliveredCount', coalesce(sum(n.delivered), 0), 'openedCount', coalesce(sum(n.opened), 0),
                       'clickedCount', coalesce(sum(n.clicked), 0), 'bouncedCount', coalesce(sum(n.bounced), 0),
                       'complainedCount', coalesce(sum(n.complained), 0), 'unsubscribedCount', coalesce(sum(n.unsubscribed), 0))
                from campaign_counts n where n.project_id = ${projectId} and n.campaign_id = c.id)) as data
       from (select id, status from campaigns where project_id = ${projectId} and status = 'SENDING'
              union
             select id, status from campaigns where project_id = ${projectId} and updated_at >= ${since}::timestamptz
              union
             select id, status from campaigns where project_id = ${projectId} and id = any (${ids}::uuid[])
              order by id desc limit ${max}) c)
    union all
    (select 'job', json_build_object('id', j.id, 'state', j.state, 'progress', j.progress)
       from (select id, state, progress from jobs where project_id = ${projectId} and finished_at is null
              union
             select id, state, progress from jobs where project_id = ${projectId} and finished_at >= ${since}::timestamptz
              order by id desc limit ${max}) j)
    union all
    (select 'domain', json_build_object('id', d.id, 'status', d.status) from domains d
      where d.project_id = ${projectId} order by d.id desc limit ${max})`.execute(db);
  return rows;
}
