-- Refuses a transaction of a project whose data is being erased, or that is gone. `reset_job` is the job of a reset, null when the project
-- was deleted. The codes are ours; platform/db reads them.
create or replace function refuse_writes(reset_job uuid) returns void language plpgsql stable as $$
begin
  if reset_job is null then
    raise exception 'the project is gone' using errcode = 'P0404';
  end if;
  raise exception 'the project is being reset' using errcode = 'P0409', detail = reset_job::text;
end $$;

grant execute on function refuse_writes to postrider_app;
