-- The period that a moment lies in: that of the subscription, else the calendar month in UTC. After the end that is known of a
-- subscription the next period begins at that end, a month each, until the provider has told us of it.
create or replace function billing_period(project uuid, at timestamptz, out period_start timestamptz, out period_end timestamptz)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  moment timestamp := at at time zone 'UTC';
  first timestamp;
  months int := 0;
begin
  select p.subscription_period_start, p.subscription_period_end into period_start, period_end from projects p where p.id = project;
  if at < period_end then return; end if;
  if period_end is null then
    first := date_trunc('month', moment);
  else
    first := period_end at time zone 'UTC';
    months := extract(year from age(moment, first)) * 12 + extract(month from age(moment, first));
    -- A month that is shorter than the day of `first` ends sooner than the age says.
    if first + make_interval(months => months + 1) <= moment then months := months + 1; end if;
  end if;
  period_start := (first + make_interval(months => months)) at time zone 'UTC';
  period_end := (first + make_interval(months => months + 1)) at time zone 'UTC';
end $$;

grant execute on function billing_period to postrider_app;
