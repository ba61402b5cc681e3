-- Makes the partitions of a table from the last period on to three periods from now, and returns how many. A period that
-- already has rows in the default partition stays there. Attaching holds up no writer.
-- These functions run as the owner of the schema: only the owner of a table makes and drops its partitions. What they may
-- touch is what the rules name.
create or replace function make_coming_partitions(partitioned text) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  rule retention_rules;
  step interval;
  this_period timestamp;
  begins timestamp;
  bare text;
  bounds text[];
  has_rows boolean;
  made int := 0;
begin
  select * into strict rule from retention_rules r where r.table_name = partitioned and r.period is not null;
  step := ('1 ' || rule.period)::interval;
  this_period := date_trunc(rule.period, now() at time zone 'UTC');
  for begins in select generate_series(this_period - step, this_period + 3 * step, step) loop
    bare := rule.table_name || '_' || to_char(begins, rule.suffix);
    continue when to_regclass(bare) is not null;
    bounds := array[retention_bound(rule, begins at time zone 'UTC'), retention_bound(rule, (begins + step) at time zone 'UTC')];
    execute format('select exists (select from %1$I where %2$I >= %3$L and %2$I < %4$L)', rule.table_name || '_default', rule.key,
                   bounds[1], bounds[2]) into has_rows;
    continue when has_rows;
    execute format('create table %I (like %I including all) with (fillfactor = %s)', bare, rule.table_name, rule.fill);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', rule.table_name, bare, bounds[1], bounds[2]);
    made := made + 1;
  end loop;
  return made;
end $$;

revoke execute on function make_coming_partitions from public;
grant execute on function make_coming_partitions to postrider_worker;
