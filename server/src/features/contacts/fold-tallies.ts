import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const maxTallies = 2_000;
/** A tally of a batch holds many changes; a fold ends with the one that exceeds this number. */
const maxChanges = 50_000;
const maxValues = 1_000;

/**
 * Adds waiting tallies to the counts of the project and removes them. Returns how many there were.
 * Why no join on a value: row security keeps the planner from looking values up by their index, so a join would compare
 * every pair. Sums and `on conflict` take the same time whatever the planner believes.
 */
export async function foldOnce(tx: ProjectTx): Promise<number> {
  const { projectId } = tx;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fold-tallies:${projectId}`}, 0))`.execute(tx.db);
  const { rows } = await sql<{ taken: string; shrunk: string[] | null }>`
    with due as (
      select id from (
        select id, changes, sum(changes) over (order by id) as so_far from (
          select id, jsonb_array_length(fields) as changes from contact_tallies
           where project_id = ${projectId} order by id limit ${maxTallies}) waiting) summed
       where so_far - changes < ${maxChanges}),
    taken as (
      delete from contact_tallies where project_id = ${projectId} and id in (select id from due)
      returning contacts, subscribed, fields),
    totals as (
      insert into contact_totals as t (project_id, contacts, subscribed)
      select ${projectId}, sum(contacts), sum(subscribed) from taken having count(*) > 0
      on conflict (project_id) do update
        set contacts = t.contacts + excluded.contacts, subscribed = t.subscribed + excluded.subscribed),
    change as (
      select f->>'key' as key, (f->>'presence')::int as presence, f->'oldValue' as old_value, f->'newValue' as new_value,
             f->>'oldType' as old_type, f->>'newType' as new_type, coalesce((f->>'times')::int, 1) as times
        from taken cross join lateral jsonb_array_elements(fields) f),
    by_type as (
      select key, old_type, new_type, sum(presence * times) as presence, sum(times) as times
        from change group by key, old_type, new_type),
    fields as (
      update contact_fields f set contacts = f.contacts + c.presence, mismatched = f.mismatched + c.mismatched
        from (select c.key, sum(c.presence) as presence,
                     coalesce(sum(c.times) filter (where c.new_type <> f.type), 0)
                       - coalesce(sum(c.times) filter (where c.old_type <> f.type), 0) as mismatched
                from by_type c join contact_fields f on f.project_id = ${projectId} and f.key = c.key
               group by c.key) c
       where f.project_id = ${projectId} and f.key = c.key and f.deleted_at is null),
    known as (
      select key, value from contact_field_values
       where project_id = ${projectId} and key in (select key from by_type)),
    counted as (
      select key, value, sum(amount) as amount, bool_or(is_known) as is_known
        from (select key, new_value as value, times as amount, false as is_known from change where jsonb_typeof(new_value) <> 'null'
              union all
              select key, old_value, -times, false from change where jsonb_typeof(old_value) <> 'null'
              union all
              select key, value, 0, true from known) v
       group by key, value having sum(amount) <> 0),
    ranked as (
      select key, value, amount, is_known,
             row_number() over (partition by key, is_known order by amount desc, value) as rank
        from counted where is_known or amount > 0),
    capacity as (
      select f.key, ${maxValues} - count(k.key) as free
        from contact_fields f left join known k on k.key = f.key
       where f.project_id = ${projectId} and f.deleted_at is null and f.key in (select key from by_type)
       group by f.key),
    stored as (
      insert into contact_field_values as v (project_id, key, value, contacts)
      select ${projectId}, r.key, r.value, r.amount from ranked r join capacity on capacity.key = r.key
       where r.rank <= ${maxValues} and (r.is_known or r.rank <= capacity.free)
      on conflict (project_id, key, value) do update set contacts = v.contacts + excluded.contacts)
    select (select count(*) from taken) as taken,
           (select array_agg(distinct key) from counted where is_known and amount < 0) as shrunk`.execute(tx.db);
  await dropUnusedValues(tx, rows[0]?.shrunk ?? []);
  return Number(rows[0]?.taken ?? 0);
}

async function dropUnusedValues(tx: ProjectTx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.db
    .deleteFrom('contactFieldValues')
    .where('projectId', '=', tx.projectId)
    .where('key', 'in', keys)
    .where('contacts', '<=', '0')
    .execute();
}
