-- Searches for a part of an address. Why a function: row security hides the trigram index from LIKE, which is not leakproof.
-- It runs without that barrier, names the project itself from the setting of the transaction scope, and returns ids alone.
set local role postrider_dispatch;
create or replace function search_contacts(
  pattern text, wanted boolean, by_email boolean, ascending boolean, after_value text, after_id uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sort text := case when by_email then 'email' else 'created_at' end;
  kind text := case when by_email then 'text collate "C"' else 'timestamptz' end;
  way text := case when ascending then 'asc' else 'desc' end;
  beyond text := case when ascending then '>' else '<' end;
begin
  return query execute format(
    'select id from contacts where project_id = $1 and email like $2 and ($3 is null or subscribed = $3)'
    || case when after_id is null then '' else format(' and (%I, id) %s ($4::%s, $5)', sort, beyond, kind) end
    || ' order by %I %s, id %s limit $6', sort, way, way)
    using current_setting('app.project')::uuid, pattern, wanted, after_value, after_id, most;
end $$;

revoke execute on function search_contacts from public;
grant execute on function search_contacts to postrider_app;
