-- Drops the partitions of a table of which every row is past its time, and returns how many. One that is being read for
-- longer than the lock timeout is left for the next look.
create or replace function drop_old_partitions(partitioned text, setting_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  rule retention_rules;
  kept_from timestamp;
  bare text;
  dropped int := 0;
begin
  select * into strict rule from retention_rules r where r.table_name = partitioned and r.period is not null;
  kept_from := retention_start(rule, setting_days) at time zone 'UTC';
  for bare in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = rule.table_name::regclass and c.relname ~ ('^' || rule.table_name || '_\d+$')
       and to_timestamp(substr(c.relname, length(rule.table_name) + 2), rule.suffix)::timestamp + ('1 ' || rule.period)::interval
           <= kept_from loop
    begin
      execute format('drop table %I', bare);
      dropped := dropped + 1;
    exception when lock_not_available then null;
    end;
  end loop;
  return dropped;
end $$;

revoke execute on function drop_old_partitions from public;
grant execute on function drop_old_partitions to postrider_worker;
