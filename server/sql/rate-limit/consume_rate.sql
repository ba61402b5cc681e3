-- Counts one request and returns how many the window has seen and how many seconds it has left.
create or replace function consume_rate(rate_key text, most int, window_seconds int, out used int, out reset_seconds int)
language plpgsql volatile as $$
begin
  select l.used, l.reset_seconds into used, reset_seconds from lease_rate(rate_key, most, window_seconds, 1) l;
end $$;

grant execute on function consume_rate to postrider_app;
