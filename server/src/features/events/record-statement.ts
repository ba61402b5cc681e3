/**
 * Records a batch: $1 the project, then one array each of ids, contacts, names, data, emails, depths, whether public, and whether the
 * email is test mail.
 *
 * `created_at` is the moment at which the contact's row of this name was locked, so that the events of one contact and
 * name follow each other in the order in which they are counted; it lies after the moment up to which events of the name
 * are being removed, and a row with only removed events counts from zero. Rows are locked in one order: names,
 * contacts, pairs. A known name is read and not written.
 *
 * Why the first array is selected: the planner must not see that it has one element, or it makes a new plan for every
 * single event, which costs more than the event.
 *
 * Why text: this is the busiest statement of the product, and a query builder would build it again for each event.
 */
export const recordStatement = `
  with input as (
    select * from unnest((select $2::uuid[]), $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::smallint[], $8::boolean[], $9::boolean[])
      with ordinality as i (id, contact_id, name, data, email_id, depth, is_public, is_test, ordinal)),
  names as materialized (
    select n.name, enter_event_name($1, n.name) as removed from (select distinct name from input order by name) n),
  present as materialized (
    select c.id from (select distinct contact_id from input order by contact_id) w cross join lateral (
      select id from contacts where project_id = $1 and id = w.contact_id for key share) c),
  marked as (
    insert into contact_events as c (project_id, name, contact_id, last_at, total)
    select $1, i.name, i.contact_id,
           greatest(date_trunc('milliseconds', clock_timestamp()), n.removed + interval '1 millisecond'), count(*)
      from input i join names n on n.name = i.name join present p on p.id = i.contact_id
     group by i.name, i.contact_id, n.removed order by i.name, i.contact_id
    on conflict (project_id, name, contact_id) do update
      set last_at = greatest(excluded.last_at, c.last_at, date_trunc('milliseconds', clock_timestamp())),
          previous_at = case when c.last_at <= (select n.removed from names n where n.name = c.name)
                             then null else c.last_at end,
          total = case when c.last_at <= (select n.removed from names n where n.name = c.name)
                       then 0 else c.total end + excluded.total
    returning c.name, c.contact_id, c.last_at, c.previous_at),
  named as (
    insert into event_names (project_id, name, first_seen_at)
    select $1, name, min(last_at) from marked group by name order by name
    on conflict (project_id, name) do nothing)
  insert into events (project_id, created_at, previous_at, id, contact_id, email_id, depth, is_public, is_test, name, data)
  select $1, m.last_at,
         case when row_number() over (partition by i.name, i.contact_id order by i.ordinal) = 1
              then m.previous_at else m.last_at end,
         i.id, i.contact_id, i.email_id, i.depth, i.is_public, i.is_test, i.name, i.data::jsonb
    from input i join marked m on m.name = i.name and m.contact_id = i.contact_id
  returning id, created_at`;
