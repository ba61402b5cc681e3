-- Counts `taken` requests at once and returns how many the window has seen, these included, and how many seconds it has left.
-- Why plpgsql: its plan is kept between calls.
create or replace function lease_rate(
  rate_key text, most int, window_seconds int, taken int, out used int, out reset_seconds int
)
language plpgsql volatile as $$
begin
  insert into rate_limits as r (key, used, resets_at)
  values (rate_key, taken, clock_timestamp() + make_interval(secs => window_seconds))
  on conflict (key) do update
     set used = case when r.resets_at <= clock_timestamp() then 0 else least(r.used, most) end + taken,
         resets_at = case when r.resets_at <= clock_timestamp() then excluded.resets_at else r.resets_at end
  returning r.used, greatest(1, ceil(extract(epoch from r.resets_at - clock_timestamp())))::int into used, reset_seconds;
end $$;

grant execute on function lease_rate to postrider_app;
