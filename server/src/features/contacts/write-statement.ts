/**
 * Writes contacts: $1 the project, $2 the source, $3 the moment; ids, addresses, states and data of those to create ($4 to $7) and
 * of those to change ($8 to $11); keys and types of fields ($12, $13); the tally ($14 to $17) and whether it is needed ($18); the consent rows:
 * their ids, contacts, states and whether the contact is new ($19 to $22), then reason, kind and user, request, email, campaign and workflow
 * ($23 to $29).
 *
 * Another transaction may have created one of these addresses since they were looked up. Then the statement fails as a
 * serialisation failure, and the transaction starts again and finds it.
 *
 * Why the moment of a consent row may be later than that of the transaction: one that has waited for the contact began before the row that
 * is there now, and the last row must be the contact's state.
 *
 * Why lists are selected: the planner must not see their lengths, or it makes a new plan for every call.
 * Why text: a query builder would build it again for each contact.
 */
export const writeStatement = `
  with created as materialized (
    select * from unnest((select $4::uuid[]), $5::text[], $6::boolean[], $7::text[]) as u (id, email, subscribed, data)),
  inserted as (
    insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
    select $1, id, email, subscribed, data::jsonb, $2, $3, $3 from created
    on conflict (project_id, email) do nothing returning 1),
  updated as (
    update contacts c set email = u.email, subscribed = u.subscribed, data = u.data::jsonb, updated_at = $3
      from unnest((select $8::uuid[]), $9::text[], $10::boolean[], $11::text[]) as u (id, email, subscribed, data)
     where c.project_id = $1 and c.id = u.id),
  fields as (
    insert into contact_fields as f (project_id, key, type)
    select $1, key, type from unnest((select $12::text[]), $13::text[]) as u (key, type)
    on conflict (project_id, key) do update set type = excluded.type, deleted_at = null
      where f.deleted_at is not null),
  tally as (
    insert into contact_tallies (project_id, id, contacts, subscribed, fields)
    select $1, $14, $15::int, $16::int, $17::jsonb where $18::boolean),
  consent as (
    insert into consent_records (project_id, contact_id, at, id, subscribed, is_creation, source, reason, by_kind, user_id, request_id,
                                 email_id, campaign_id, workflow_id)
    select $1, u.contact_id,
           case when u.is_creation then $3 else greatest($3, (
             select r.at + interval '1 millisecond' from consent_records r
              where r.project_id = $1 and r.contact_id = u.contact_id order by r.at desc limit 1)) end,
           u.id, u.subscribed, u.is_creation, $2, $23, $24, $25::uuid, $26::uuid, $27::uuid, $28::uuid, $29::uuid
      from unnest((select $19::uuid[]), $20::uuid[], $21::boolean[], $22::boolean[])
        as u (id, contact_id, subscribed, is_creation))
  select refuse_lost_race((select count(*) from inserted) <> (select count(*) from created))`;
