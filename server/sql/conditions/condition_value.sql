-- The value of a key with dots: the exact key, else a path through objects (D-307). Two steps are the usual case.
create or replace function condition_value(data jsonb, key text, first text, second text) returns jsonb
language sql immutable parallel safe as $$
  select case when data ? key then data -> key else data -> first -> second end
$$;

create or replace function condition_value(data jsonb, key text, walk jsonpath) returns jsonb
language sql immutable parallel safe as $$
  select case when data ? key then data -> key else jsonb_path_query_first(data, walk, '{}', true) end
$$;
