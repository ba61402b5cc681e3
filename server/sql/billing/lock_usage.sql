-- What is counted in a period of a category with a cap, and the last part of the cap that was noted. Until the transaction ends no other
-- counts against this cap; mail may still be given back meanwhile.
-- Why a function: the sum must see what was committed while the lock was waited for.
create or replace function lock_usage(
  project uuid, of_category text, in_period timestamptz, out used bigint, out noted_percent smallint)
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from billing_caps c where c.project_id = project and c.category = of_category for update;
  select coalesce(sum(u.used), 0) into used from billing_usage u
   where u.project_id = project and u.category = of_category and u.period_start = in_period;
  select coalesce(max(n.percent), 0) into noted_percent from billing_notices n
   where n.project_id = project and n.category = of_category and n.period_start = in_period;
end $$;

grant execute on function lock_usage to postrider_app;
