-- The period of this transaction, and the cap of a category if there is one; neither changes before the transaction ends, because who
-- changes them waits for the same lock alone. Callers do not wait for each other.
-- Why a function: what follows the lock must see what was committed while it was waited for.
create or replace function open_usage(
  project uuid, of_category text, out period_start timestamptz, out period_end timestamptz, out cap bigint)
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('billing:' || project, 0));
  select p.period_start, p.period_end into period_start, period_end from billing_period(project, now()) p;
  select c.cap into cap from billing_caps c where c.project_id = project and c.category = of_category;
end $$;

grant execute on function open_usage to postrider_app;
