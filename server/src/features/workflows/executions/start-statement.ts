import { limits } from '#pure/limits';

/**
 * Lets contacts enter workflows: $1 the project; `starts` is a query of the columns that are read below, at most one row for each
 * workflow and contact. Returns the executions that have started: a start that the rules refuse is left out (D-926, D-935).
 *
 * The entry row decides, so of two transactions that let one contact enter the second waits for the first and sees its entry. An active
 * execution that started before the mark of a cancel-all is no longer in the way, even if its row is not closed yet (D-944).
 *
 * Why the moments are read with clock_timestamp(): a long transaction must not start an execution before a mark that was set meanwhile.
 */
export const startStatement = (starts: string): string => `
  with starts as materialized (${starts}),
  numbered as materialized (
    select s.*, date_trunc('milliseconds', clock_timestamp()) as started_at,
           id_in_order((extract(epoch from clock_timestamp()) * 1000)::bigint, least(row_number() over (), 16383)) as id
      from starts s),
  entered as (
    insert into workflow_entries as e (project_id, workflow_id, contact_id, execution_id, active_since, hour_began)
    select $1, n.workflow_id, n.contact_id, n.id, n.started_at, n.started_at from numbered n
     where n.depth <= ${limits.eventSteps + 1} order by n.workflow_id, n.contact_id
    on conflict (project_id, workflow_id, contact_id) do update
       set execution_id = excluded.execution_id, active_since = excluded.active_since,
           hour_began = case when ${isInHour('e')} then e.hour_began else excluded.hour_began end,
           entries = case when ${isInHour('e')} then e.entries + 1 else 1 end
     where ${mayEnter('e')}
       and not (${isInHour('e')} and e.entries >= ${limits.workflowEntries.max})
    returning e.execution_id as id),
  stopped as (
    insert into workflow_hours as h (project_id, workflow_id, hour, loops_stopped)
    select $1, n.workflow_id, date_trunc('hour', now(), 'UTC'), count(*) from numbered n
     where n.depth > ${limits.eventSteps + 1} or (not exists (select 1 from entered where entered.id = n.id) and exists (
             select 1 from workflow_entries e
              where e.project_id = $1 and e.workflow_id = n.workflow_id and e.contact_id = n.contact_id
                and ${isInHour('e')} and e.entries >= ${limits.workflowEntries.max} and e.active_since is null))
     group by n.workflow_id order by n.workflow_id
    on conflict (project_id, workflow_id, hour) do update set loops_stopped = h.loops_stopped + excluded.loops_stopped),
  counted as (
    insert into workflow_starts as s (project_id, quarter, slot, started)
    select $1, quarter_of(n.started_at), (1 + pg_backend_pid() % 32767)::smallint, count(*)
      from numbered n join entered on entered.id = n.id group by 2
    on conflict (project_id, quarter, slot) do update set started = s.started + excluded.started)
  insert into executions (project_id, id, workflow_id, version, contact_id, arrived_at, context, last_event_id, depth, is_public,
         trigger_type, trigger_event_id, trigger_event, scheduled_at, key, started_at, updated_at)
  select $1, n.id, n.workflow_id, n.version, n.contact_id, n.arrived_at, n.context::jsonb, n.event_id, n.depth, n.is_public,
         n.trigger_type, n.event_id, n.event_name, n.scheduled_at, n.key, n.started_at, n.started_at
    from numbered n join entered on entered.id = n.id
  returning id`;

/** Whether the contact of an entry row may enter its workflow again, the limit by hour left aside (08, 5.2). */
export const mayEnter = (entry: string): string => `
  (${entry}.active_since is null or ${entry}.active_since <= (
    select w.cancelled_through from workflows w where w.project_id = ${entry}.project_id and w.id = ${entry}.workflow_id))
  and (not ${entry}.has_finished or (
    select w.allow_reentry from workflows w where w.project_id = ${entry}.project_id and w.id = ${entry}.workflow_id))`;

const isInHour = (entry: string): string =>
  `${entry}.hour_began > now() - interval '${limits.workflowEntries.windowSeconds} seconds'`;
