-- The first value that the key of a rule can have at a moment, as text.
create or replace function retention_bound(rule retention_rules, at timestamptz) returns text language sql stable as $$
  select case when a.atttypid = 'uuid'::regtype then first_id_at(at)::text else at::text end
    from pg_attribute a where a.attrelid = rule.table_name::regclass and a.attname = rule.key
$$;

revoke execute on function retention_bound from public;
