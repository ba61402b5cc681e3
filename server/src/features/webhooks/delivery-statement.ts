import { matches } from './matches.ts';

const isMatched = matches({ name: 'e.matched', names: 'w.names', prefixes: 'w.prefixes', projectId: '$1' });

/**
 * Makes the deliveries of a batch of events: $1 the project, then one array each of event ids, contacts, names as recorded, names as
 * matched (D-403).
 *
 * The moment of an event is the one its contact's mark has since the statement before. A queue that no worker holds becomes due; one that
 * another transaction has locked is left to it, or to the schedule: nothing waits here.
 *
 * Why the first array is selected: so that the planner makes one plan for any number of events.
 */
export const deliveryStatement = `
  with made as (
    insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
    select $1, w.id,
           id_in_order((extract(epoch from clock_timestamp()) * 1000)::bigint, least(row_number() over (order by e.n), 16383)),
           e.id, c.last_at, e.contact_id, e.name, now()
      from webhook_endpoints w
     cross join unnest((select $2::uuid[]), $3::uuid[], $4::text[], $5::text[])
           with ordinality as e (id, contact_id, name, matched, n)
      join contact_events c on c.project_id = $1 and c.name = e.name and c.contact_id = e.contact_id
     where w.project_id = $1 and w.enabled and ${isMatched}
    returning endpoint_id),
  idle as materialized (
    select q.id from webhook_queues q
      join webhook_endpoints w on w.project_id = q.project_id and w.id = q.id and w.failing_since is null
     where q.project_id = $1 and q.id in (select endpoint_id from made) and q.lease_until is null and q.due_at > now()
     order by q.id for update of q skip locked),
  woken as (
    update webhook_queues q set due_at = now() from idle where q.project_id = $1 and q.id = idle.id)
  select 1 from made limit 1`;
