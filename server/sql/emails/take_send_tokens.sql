-- Takes up to `wanted` whole tokens from a bucket that fills with `rate` a second and holds one second's worth. Returns how many
-- were there, and in how many seconds the next one will be.
set local role postrider_dispatch;
create or replace function take_send_tokens(bucket text, rate float8, wanted int, out taken int, out wait_seconds float8)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held float8;
  at timestamptz := clock_timestamp();
begin
  insert into send_tokens as t (key, tokens, filled_at) values (bucket, greatest(1, rate), at)
  on conflict (key) do update
    set tokens = least(greatest(1, rate), t.tokens + rate * greatest(0, extract(epoch from at - t.filled_at))),
        filled_at = greatest(t.filled_at, at)
  returning t.tokens into held;
  taken := least(wanted, floor(held));
  update send_tokens t set tokens = held - taken where t.key = bucket;
  wait_seconds := greatest(0, (1 - (held - taken)) / rate);
end $$;

revoke execute on function take_send_tokens from public;
grant execute on function take_send_tokens to postrider_worker;
