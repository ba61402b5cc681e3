-- How many contacts search_contacts would find, for the same reason in a function.
set local role postrider_dispatch;
create or replace function count_found_contacts(pattern text, wanted boolean) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  found bigint;
begin
  execute 'select count(*) from contacts where project_id = $1 and email like $2 and ($3 is null or subscribed = $3)'
    into found using current_setting('app.project')::uuid, pattern, wanted;
  return found;
end $$;

revoke execute on function count_found_contacts from public;
grant execute on function count_found_contacts to postrider_app;
