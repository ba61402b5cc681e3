-- Fails as a serialisation failure where a statement finds that another transaction was faster, so that its transaction is repeated.
create or replace function refuse_lost_race(is_lost boolean) returns void language plpgsql stable as $$
begin
  if is_lost then
    raise exception 'a row was created meanwhile by another transaction' using errcode = 'serialization_failure';
  end if;
end $$;

grant execute on function refuse_lost_race to postrider_app;
