import { limits } from '#pure/limits';
import { startStatement } from './start-statement.ts';

/**
 * $1 the project; then one list each of events, contacts, names, names as recorded, data as JSON, depths, whether public, and the
 * workflows whose mail they are about. Why the first list is selected: the planner must not see its length, or it plans anew each time.
 */
const input = `
  unnest((select $2::uuid[]), $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::boolean[], $9::uuid[])
    with ordinality i (event_id, contact_id, name, recorded, data, depth, is_public, workflow_id, ordinal)`;

/** The moment of an event of this transaction: the statement that recorded it has set it as the last one of its name. */
const at = `(select e.last_at from contact_events e
              where e.project_id = $1 and e.name = i.recorded and e.contact_id = i.contact_id)`;

/**
 * Starts executions of the workflows that these events trigger. One that a mail of its own workflow causes starts nothing there (D-420).
 * Of several events at once the first lets a contact enter.
 */
export const startByEvents = startStatement(`
  select distinct on (w.id, i.contact_id) w.id as workflow_id, w.version, i.contact_id, i.event_id, i.recorded as event_name,
         i.data as context, ${at} as arrived_at, i.depth + 1 as depth, i.is_public, 'EVENT' as trigger_type,
         null::timestamptz as scheduled_at, null::text as key
    from ${input}
    join workflows w on w.project_id = $1 and w.trigger_event = i.name and w.enabled and w.paused_at is null
   where w.id is distinct from i.workflow_id
   order by w.id, i.contact_id, i.ordinal`);

/**
 * Ends the waits for these events. The transaction has recorded the events in an earlier statement, and with it holds the contacts: an
 * execution that arrives at its wait now sees the events, or has its wait seen here (reliability, 3.7).
 */
export const wakeByEvents = `
  with firsts as materialized (
    select distinct on (i.contact_id, i.name) i.contact_id, i.name, i.event_id, i.data, ${at} as at
      from ${input} where i.depth <= ${limits.eventSteps} order by i.contact_id, i.name, i.ordinal),
  gone as (
    delete from execution_waits w using firsts f
     where w.project_id = $1 and w.contact_id = f.contact_id and w.name = f.name
    returning w.execution_id, f.event_id, f.data, f.at)
  update executions x
     set woken_by = jsonb_build_object('eventId', g.event_id, 'data', g.data::jsonb, 'at', g.at),
         due_at = case when x.is_held then x.due_at else now() end, lease_until = null, fence = null, claims = 0
    from gone g where x.project_id = $1 and x.id = g.execution_id`;
