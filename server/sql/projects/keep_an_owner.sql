-- Every project keeps at least one owner. The lock on the project lets two removals pass one after the other, and the second
-- count then sees the first removal. A project that is being deleted needs no owner.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform 1 from projects where id = old.project_id and deleted_at is null for no key update;
  if found and not exists (select 1 from memberships where project_id = old.project_id and role = 'OWNER') then
    raise exception 'a project needs an owner' using errcode = '23514', constraint = 'memberships_last_owner';
  end if;
  return null;
end $$;
