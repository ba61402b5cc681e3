-- Refuses a transaction of a project that is being moved to another installation, or was. The code is ours; platform/db reads it.
create or replace function refuse_moving(is_moved boolean) returns void language plpgsql stable as $$
begin
  raise exception 'the project is being moved' using errcode = 'P0503', detail = case when is_moved then 'moved' else 'moving' end;
end $$;

grant execute on function refuse_moving to postrider_app;
