-- Deletes up to `max` rows that are past their time, of a partitioned table from its default partition, and returns how many.
-- Rows that are locked are left for the next look.
create or replace function delete_old_rows(kept_table text, kept_key text, setting_days int, max int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule retention_rules;
  kept_from timestamptz;
  deleted bigint;
begin
  select * into strict rule from retention_rules r where r.table_name = kept_table and r.key = kept_key;
  kept_from := retention_start(rule, setting_days);
  if kept_from is null then return 0; end if;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where %2$I < %3$L limit %4$s for update skip locked))',
                 rule.table_name || case when rule.period is null then '' else '_default' end, rule.key,
                 retention_bound(rule, kept_from), max);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

revoke execute on function delete_old_rows from public;
grant execute on function delete_old_rows to postrider_worker;
