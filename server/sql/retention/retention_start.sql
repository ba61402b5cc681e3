-- The moment before which rows of a rule are past their time; null: they are kept for ever. Whole periods, where there are any:
-- what lies in the default partition goes when its own partition would. `setting_days` counts only where the rule names a
-- setting. What is still needed is not past its time.
create or replace function retention_start(rule retention_rules, setting_days int) returns timestamptz
language plpgsql stable as $$
declare
  needed timestamptz;
  kept_from timestamptz;
  kept interval := case when rule.setting is null then rule.keep when setting_days <> 0 then make_interval(days => setting_days) end;
begin
  if kept < interval '0' then raise exception 'nothing is kept for less than no time'; end if;
  if rule.needed_since is not null then execute format('select %I()', rule.needed_since) into needed; end if;
  kept_from := least(now() - kept, case when kept is not null then needed end);
  if rule.period is null then return kept_from; end if;
  return date_trunc(rule.period, kept_from at time zone 'UTC') at time zone 'UTC';
end $$;

revoke execute on function retention_start from public;
