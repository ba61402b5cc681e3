import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const batch = 2_000;
const mostValues = 1_000;

/** Adds one batch of tallies to the figures of the project and removes it. Returns how many there were. */
export async function foldOnce(tx: ProjectTx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fold-tallies:${tx.projectId}`}, 0))`.execute(tx.db);
  const { rows } = await sql<{ taken: string; shrunk: string[] | null }>`
    with taken as (
      delete from contact_tallies
       where project_id = ${tx.projectId}
         and id in (select id from contact_tallies where project_id = ${tx.projectId} order by id limit ${batch})
      returning contacts, subscribed, fields),
    totals as (
      insert into contact_totals as t (project_id, contacts, subscribed)
      select ${tx.projectId}, sum(contacts), sum(subscribed) from taken having count(*) > 0
      on conflict (project_id) do update
        set contacts = t.contacts + excluded.contacts, subscribed = t.subscribed + excluded.subscribed),
    change as (
      select f->>'key' as key, (f->>'presence')::int as presence, f->'oldValue' as old_value, f->'newValue' as new_value,
             f->>'oldType' as old_type, f->>'newType' as new_type, coalesce((f->>'times')::int, 1) as times
        from taken cross join lateral jsonb_array_elements(fields) f),
    fields as (
      update contact_fields f set contacts = f.contacts + c.presence, mismatched = f.mismatched + c.mismatched
        from (select c.key, sum(c.presence * c.times) as presence,
                     coalesce(sum((c.new_type <> f.type)::int * c.times), 0)
                       - coalesce(sum((c.old_type <> f.type)::int * c.times), 0) as mismatched
                from change c join contact_fields f on f.project_id = ${tx.projectId} and f.key = c.key
               group by c.key) c
       where f.project_id = ${tx.projectId} and f.key = c.key and f.deleted_at is null),
    counted as (
      select key, value, sum(amount) as amount
        from (select key, new_value as value, times as amount from change where jsonb_typeof(new_value) <> 'null'
              union all
              select key, old_value, -times from change where jsonb_typeof(old_value) <> 'null') v
       group by key, value having sum(amount) <> 0),
    known as (
      update contact_field_values v set contacts = v.contacts + c.amount
        from counted c where v.project_id = ${tx.projectId} and v.key = c.key and v.value = c.value
      returning v.key, v.value),
    room as (
      select k.key, ${mostValues} - (select count(*) from contact_field_values v
                                       where v.project_id = ${tx.projectId} and v.key = k.key) as free
        from (select distinct key from counted) k),
    added as (
      insert into contact_field_values (project_id, key, value, contacts)
      select ${tx.projectId}, n.key, n.value, n.amount
        from (select c.key, c.value, c.amount, row_number() over (partition by c.key order by c.amount desc, c.value) as place
                from counted c
               where c.amount > 0 and not exists (select 1 from contact_field_values v
                       where v.project_id = ${tx.projectId} and v.key = c.key and v.value = c.value)) n
        join room r on r.key = n.key and n.place <= r.free
        join contact_fields f on f.project_id = ${tx.projectId} and f.key = n.key and f.deleted_at is null
      on conflict do nothing)
    select (select count(*) from taken) as taken, (select array_agg(distinct key) from counted where amount < 0) as shrunk`.execute(
    tx.db,
  );
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
