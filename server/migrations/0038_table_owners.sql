-- The comment of a table names the feature that writes it.
do $$
declare
  owned record;
begin
  for owned in
    select c.oid::regclass as name, obj_description(c.oid, 'pg_class') as words
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and obj_description(c.oid, 'pg_class') like 'room: %'
  loop
    execute format('comment on table %s is %L', owned.name, 'feature: ' || substr(owned.words, 7));
  end loop;
end $$;
